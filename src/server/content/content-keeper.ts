import type { Logger } from 'pino';
import { canonicalText } from '../../content/texts/canonical-text.ts';
import type { ContentSource } from '../../content/content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import { fillPlaces } from '../../content/texts/fill-places.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import type { Schedule } from '../market/schedule.ts';
import { unlessStopped, until } from './break-off.ts';
import type { ContentCopy } from './content-copy.ts';
import { createTurns, oneAtATime } from './take-turns.ts';

export interface ContentKeeperParts {
  source: ContentSource;
  copy: ContentCopy;
  /** What the build was made from: shown where there is neither a copy nor a source that answers. */
  built: Pick<ContentCopy, 'load'> | null;
  /** Makes the content what visitors see; at the first time too. Gives up once the signal says that nobody will see it. */
  publish: (content: SiteContent, signal: AbortSignal) => Promise<void>;
  /** Is told of content that is published and lies as the copy on the disk. */
  onKept: (content: SiteContent) => Promise<void>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
}

/**
 * What becomes of a pull: `fresh`, the source did not answer, what it holds breaks the model, or it could not be published and kept
 * here.
 */
export const pullOutcomes = ['fresh', 'unavailable', 'invalid', 'failed'] as const;
export type PullOutcome = (typeof pullOutcomes)[number];

/** How the source is, for the metrics. */
export interface ContentStats {
  /** What became of the last pull; null before the first. */
  readonly last: PullOutcome | null;
  /** How many pulls became what. */
  readonly pulls: Readonly<Record<PullOutcome, number>>;
}

export interface ContentKeeper {
  /** What is published now, with the places filled. Throws before `start`. */
  content: () => SiteContent;
  /**
   * Shows the last good copy, and asks the source in the background; without a copy what the source holds, or what the build was
   * made from where it is silent. From then on the source is asked now and then. Throws where there is none of the three.
   */
  start: () => Promise<void>;
  /** Something changed at the source: it is asked soon, once for many calls. */
  changed: () => void;
  /** Asks the source now; resolves when what it holds is published, or the fault is logged. */
  pull: () => Promise<void>;
  /** Publishes once more what is shown when its turn comes: another day has begun, or a publication has failed. */
  refresh: () => Promise<void>;
  /** Breaks off a pull or publication under way, and resolves once nothing is. */
  stop: () => Promise<void>;
  readonly stats: ContentStats;
}

/** Editors save several times in a row, and a CMS calls once for each. */
const settleMs = 1_000;
/** A webhook can be lost; so can a CMS be. */
const pullEveryMs = 5 * 60_000;
const pullTimeoutMs = 20_000;

/** Keeps what is published: pulls it from its source, never lets a visitor wait for that, and stands on the last good copy. */
export function createContentKeeper(parts: ContentKeeperParts): ContentKeeper {
  const { copy, schedule, logger } = parts;
  const stopping = new AbortController();
  const shown = createShownContent(parts, stopping.signal);
  const { stats, pullOnce } = createPuller(parts, shown, stopping.signal);
  const inTurn = createTurns();
  const pull = oneAtATime(() => inTurn(pullOnce), stopping.signal);
  const halts: (() => void)[] = [];
  let settling: (() => void) | undefined;

  /** A copy that cannot be shown any more leaves the start to what comes after it. */
  async function show(good: SiteContent | null | undefined): Promise<void> {
    const onFault = (fault: unknown) => logger.error({ err: fault }, 'a copy of the content could not be published');
    if (good) await shown.take(good).catch(onFault);
  }

  return {
    stats,
    pull,
    content: shown.get,
    refresh: () => inTurn(() => unlessStopped(() => parts.publish(shown.get(), stopping.signal), stopping.signal)),
    async start() {
      await show(await copy.load());
      const first = pull();
      if (!shown.isThere()) await first;
      if (!shown.isThere()) await show(await parts.built?.load());
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
  /** Publishes content that differs from what is shown. */
  take: (content: SiteContent) => Promise<void>;
}

function createShownContent({ publish }: Pick<ContentKeeperParts, 'publish'>, stopping: AbortSignal): ShownContent {
  let shown: { text: string; content: SiteContent } | null = null;
  return {
    isThere: () => shown !== null,
    get() {
      if (!shown) throw new Error('The content could not be loaded, and there is no copy of it');
      return shown.content;
    },
    async take(content) {
      const text = canonicalText(content);
      if (text === shown?.text) return;
      const filled = fillPlaces(content);
      await publish(filled, stopping);
      shown = { text, content: filled };
    },
  };
}

function createPuller(
  { source, copy, onKept, logger }: ContentKeeperParts,
  shown: ShownContent,
  stopping: AbortSignal,
): { stats: ContentStats; pullOnce: () => Promise<void> } {
  const pulls = { fresh: 0, unavailable: 0, invalid: 0, failed: 0 };
  const stats = { last: null as PullOutcome | null, pulls };

  /** Null: it was broken off. */
  async function pull(): Promise<PullOutcome | null> {
    try {
      const loading = source.load(AbortSignal.any([stopping, AbortSignal.timeout(pullTimeoutMs)]));
      const content = await until(loading, stopping);
      await shown.take(content);
      await copy.save(content);
      await onKept(content);
      return 'fresh';
    } catch (fault) {
      if (stopping.aborted) return null;
      const outcome = outcomeOf(fault);
      const faults = fault instanceof ContentInvalid ? fault.faults : undefined;
      const facts = { err: fault, faults, outcome, source: source.name };
      logger.warn(facts, 'the content could not be pulled; what there is stays');
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
