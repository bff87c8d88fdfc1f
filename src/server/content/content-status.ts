import type { ContentWarning } from '../../content/content-source.ts';
import { faultWords } from '../../content/status-report.ts';
import type { LivePage } from '../../content/pull/kept-content.ts';
import type { ReadContent } from './content-reader.ts';

/**
 * The results of a pull. `fresh`: everything is published; `partial`: everything but the parts that are refused;
 * `unavailable`: the source did not answer; `invalid`: it has no home page or lacks required settings; `failed`: the
 * content could not be published or saved here. The last three change nothing.
 */
export const pullOutcomes = ['fresh', 'partial', 'unavailable', 'invalid', 'failed'] as const;
export type PullOutcome = (typeof pullOutcomes)[number];

/** The state of the source, for the metrics. */
export interface ContentStats {
  /** The outcome of the last pull; null before the first. */
  readonly last: PullOutcome | null;
  /** The number of pulls by outcome. */
  readonly pulls: Readonly<Record<PullOutcome, number>>;
  /** How many parts of the content are refused. */
  readonly refused: number;
  /** How many were when the copy was made that is shown; null once a pull was published. */
  readonly refusedBefore: number | null;
}

/** One pull, for editors and operators. */
export interface NotedPull {
  /** When it ended, in unix milliseconds. */
  at: number;
  outcome: PullOutcome;
  /** Why nothing was published; null if something was. */
  reason: string | null;
  /** How many pages, popups, events and settings it published anew, and how many it took offline. */
  changes: ReadContent['changes'];
}

/** A part whose current version is not published. */
export interface NotedRefusal {
  key: string;
  /** Where an editor finds it: `pages/about`. */
  where: string;
  /** In the words of an editor: `German: components: must be a layout, but it holds a text`. */
  faults: readonly { path: string; words: string }[];
  /** Whether an older version is published. */
  isShown: boolean;
  /** In unix milliseconds. */
  since: number;
}

/** What became of the content. */
export interface ContentStatus {
  /** The latest pulls, the last one first. */
  pulls: readonly NotedPull[];
  /** By the last pull that was published. */
  refused: readonly NotedRefusal[];
  warnings: readonly ContentWarning[];
  live: readonly LivePage[];
  /** The source of the copy that is shown, if it is at another address than the one in use. Null after a pull. */
  elsewhere: string | null;
}

/** How many pulls are noted: two hours of those that no webhook asked for. */
const mostPulls = 24;

export const noStatus: ContentStatus = { pulls: [], refused: [], warnings: [], live: [], elsewhere: null };
export const noChanges: NotedPull['changes'] = { published: 0, removed: 0 };

export function notePull(status: ContentStatus, pull: NotedPull): ContentStatus {
  return { ...status, pulls: [pull, ...status.pulls].slice(0, mostPulls) };
}

export function noteMerge(
  status: ContentStatus,
  { refused, warnings, live }: Pick<ReadContent, 'refused' | 'warnings' | 'live'>,
): ContentStatus {
  const noted = refused.map(({ key, path, faults, isShown, since }): NotedRefusal => {
    const noted = faults.map((fault) => ({ path: fault.path, words: faultWords(fault) }));
    return { key, where: path, isShown, since, faults: noted };
  });
  return { ...status, refused: noted, warnings, live, elsewhere: null };
}
