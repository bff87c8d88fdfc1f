import type { Logger } from 'pino';
import { canonicalText } from '../../content/texts/canonical-text.ts';
import type { ContentSource } from '../../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import { fillPlaceholders } from '../../content/texts/fill-placeholders.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import type { Schedule } from '../schedule.ts';
import { createSequence, oneAtATime } from '../throttle/one-at-a-time.ts';
import { unlessStopped, until } from '../work/break-off.ts';
import type { ContentCopy } from './content-copy.ts';
import { loadCopies } from './content-copy.ts';

export interface ContentKeeperParts {
  source: ContentSource;
  /**
   * Whether the source's files are on this machine. If so, a start reads the source before any copy, so that nothing
   * older is shown.
   */
  isLocal: boolean;
  copy: ContentCopy;
  /** The content that the build was made from. */
  built: Pick<ContentCopy, 'load'> | null;
  /**
   * Makes content visible to visitors, including the first content after a start. Stops if the signal is aborted,
   * because then nobody will see the content.
   */
  publish: (content: SiteContent, signal: AbortSignal) => Promise<void>;
  /** Called with content that is published and saved as the copy on disk. */
  onKept: (content: SiteContent) => Promise<void>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * The results of a pull. `unavailable`: the source did not answer; `invalid`: its content violates the model; `failed`:
 * the content could not be published or saved here.
 */
export const pullOutcomes = ['fresh', 'unavailable', 'invalid', 'failed'] as const;
export type PullOutcome = (typeof pullOutcomes)[number];

/** The state of the source, for the metrics. */
export interface ContentStats {
  /** The outcome of the last pull; null before the first. */
  readonly last: PullOutcome | null;
  /** The number of pulls by outcome. */
  readonly pulls: Readonly<Record<PullOutcome, number>>;
}

export interface ContentKeeper {
  /** The published content, with its placeholders filled in. Throws before `start`. */
  content: () => SiteContent;
  /**
   * Shows the newer of the last good copy and the build's content, and pulls the source in the background; a source on
   * this machine is pulled first. From then on the source is pulled regularly. Throws if none of the three is
   * available.
   */
  start: () => Promise<void>;
  /** Call this when the source may have changed. It is pulled soon, once for many calls in a row. */
  changed: () => void;
  /** Pulls now; resolves when the content is published or the failure is logged. */
  pull: () => Promise<void>;
  /** Publishes the shown content again, after any pull in progress, unless it was already published today. */
  refresh: () => Promise<void>;
  /** Aborts a pull or publication in progress, and resolves when none is left. */
  stop: () => Promise<void>;
  readonly stats: ContentStats;
}

/** The delay before a pull: editors save several times in a row, and a CMS calls the webhook each time. */
const settleMs = 1_000;
/** Needed because webhooks can get lost, and a CMS may have none. */
const pullEveryMs = 5 * 60_000;
const pullTimeoutMs = 20_000;

/**
 * Keeps the published content up to date: pulls it from its source in the background, so visitors never wait, and shows
 * the last good copy while the source fails.
 */
export function createContentKeeper(parts: ContentKeeperParts): ContentKeeper {
  const { copy, built, isLocal, schedule, logger } = parts;
  const stopping = new AbortController();
  const shown = createShownContent(parts, stopping.signal);
  const { stats, pullOnce } = createPuller(parts, shown, stopping.signal);
  const inTurn = createSequence();
  const pull = oneAtATime(() => inTurn(pullOnce), stopping.signal);
  const halts: (() => void)[] = [];
  let settling: (() => void) | undefined;

  /** Shows the newest copy that can still be published. */
  async function showCopy(): Promise<void> {
    for (const { content, file } of await loadCopies(built ? [copy, built] : [copy])) {
      const onFault = (fault: unknown) =>
        logger.error({ err: fault, file }, 'a copy of the content could not be published');
      if (!shown.isThere()) await shown.show(content).catch(onFault);
    }
  }

  return {
    stats,
    pull,
    content: shown.get,
    refresh: () => inTurn(() => unlessStopped(shown.refresh, stopping.signal)),
    async start() {
      if (isLocal) await pull();
      if (!shown.isThere()) await showCopy();
      if (!isLocal) {
        const first = pull();
        if (!shown.isThere()) await first;
      }
      shown.get();
      halts.push(schedule(() => void pull(), pullEveryMs));
    },
    changed() {
      settling ??= schedule(() => {
        settling?.();
        settling = undefined;
        void pull();
      }, settleMs);
    },
    async stop() {
      stopping.abort();
      settling?.();
      for (const halt of halts) halt();
      await inTurn(() => Promise.resolve());
    },
  };
}

interface ShownContent {
  isThere: () => boolean;
  get: () => SiteContent;
  /** Publishes the content if it differs from what is shown; returns its canonical text. */
  show: (content: SiteContent) => Promise<string>;
  /** Publishes the shown content again, unless it was published today. */
  refresh: () => Promise<void>;
}

function createShownContent({ publish, now }: ContentKeeperParts, stopping: AbortSignal): ShownContent {
  let shown: { text: string; content: SiteContent; day: string } | null = null;
  /** Why the last available content could not be published. */
  let fault: Error | null = null;

  function get(): SiteContent {
    if (shown) return shown.content;
    if (!fault) throw new Error('The content could not be loaded, and there is no copy of it');
    throw new Error(`The content could not be published: ${fault.message}`, { cause: fault });
  }
  async function publishText(text: string, content: SiteContent): Promise<void> {
    const day = dayOf(now());
    await publish(content, stopping).catch((thrown: unknown) => {
      fault = thrown instanceof Error ? thrown : new Error(String(thrown));
      throw fault;
    });
    shown = { text, content, day };
  }

  return {
    isThere: () => shown !== null,
    get,
    async show(content) {
      const text = canonicalText(content);
      if (text !== shown?.text) await publishText(text, fillPlaceholders(content));
      return text;
    },
    async refresh() {
      if (shown && shown.day !== dayOf(now())) await publishText(shown.text, shown.content);
    },
  };
}

const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10);

function createPuller(
  { source, copy, onKept, logger }: ContentKeeperParts,
  shown: ShownContent,
  stopping: AbortSignal,
): { stats: ContentStats; pullOnce: () => Promise<void> } {
  const pulls = { fresh: 0, unavailable: 0, invalid: 0, failed: 0 };
  const stats = { last: null as PullOutcome | null, pulls };
  let saved: string | null = null;

  /** Skips content that is already saved, because the copy's folder may be watched for edits. */
  async function save(content: SiteContent, text: string): Promise<void> {
    if (text === saved) return;
    await copy.save(content);
    saved = text;
  }

  /** Null: it was aborted. */
  async function pull(): Promise<PullOutcome | null> {
    try {
      const loading = source.load(AbortSignal.any([stopping, AbortSignal.timeout(pullTimeoutMs)]));
      const content = await until(loading, stopping);
      await save(content, await shown.show(content));
      await onKept(content);
      return 'fresh';
    } catch (fault) {
      if (stopping.aborted) return null;
      const outcome = outcomeOf(fault);
      const faults = fault instanceof ContentInvalid ? fault.faults : undefined;
      const facts = { err: fault, faults, outcome, source: source.name };
      logger.warn(facts, 'the content could not be pulled; the published content stays');
      return outcome;
    }
  }

  async function pullOnce(): Promise<void> {
    const outcome = await pull();
    if (outcome === null) return;
    if (outcome === 'fresh' && stats.last !== 'fresh')
      logger.info({ source: source.name }, 'the content is up to date');
    stats.last = outcome;
    pulls[outcome]++;
  }
  return { stats, pullOnce };
}

function outcomeOf(fault: unknown): Exclude<PullOutcome, 'fresh'> {
  if (fault instanceof ContentUnavailable) return 'unavailable';
  return fault instanceof ContentInvalid ? 'invalid' : 'failed';
}
