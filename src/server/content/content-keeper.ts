import type { Logger } from 'pino';
import { canonicalText } from '../../content/canonical-text.ts';
import type { ContentSource } from '../../content/content-source.ts';
import { ContentInvalid } from '../../content/content-source.ts';
import { fillPlaces } from '../../content/fill-places.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import type { Schedule } from '../market/schedule.ts';
import type { ContentCopy } from './content-copy.ts';

export interface ContentKeeperParts {
  source: ContentSource;
  copy: ContentCopy;
  /** What the build was made from: shown where there is neither a copy nor a source that answers. */
  built: Pick<ContentCopy, 'load'> | null;
  /** Makes the content what visitors see; at the first time too. */
  publish: (content: SiteContent) => Promise<void>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
  now: () => number;
}

/** How the source is, for the metrics. */
export interface ContentStats {
  /** Whether the last pull got the content. */
  readonly isFresh: boolean;
  readonly pulls: number;
  readonly failures: number;
  /** Unix milliseconds; null before the first. */
  readonly pulledAt: number | null;
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
  const { copy, schedule } = parts;
  const stopping = new AbortController();
  const shown = createShownContent(parts);
  const { stats, pullOnce } = createPuller(parts, shown, stopping.signal);
  const inTurn = createTurns();
  const pull = oneAtATime(() => inTurn(pullOnce), stopping.signal);
  const halts: (() => void)[] = [];
  let settling: (() => void) | undefined;

  return {
    stats,
    pull,
    content: shown.get,
    refresh: () => inTurn(() => (stopping.signal.aborted ? Promise.resolve() : parts.publish(shown.get()))),
    async start() {
      const good = await copy.load();
      if (good) await shown.take(good);
      const first = pull();
      if (!good) await first;
      const built = shown.isThere() ? null : await parts.built?.load();
      if (built) await shown.take(built);
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
      await pull();
    },
  };
}

interface ShownContent {
  isThere: () => boolean;
  get: () => SiteContent;
  /** Publishes content that differs from what is shown. */
  take: (content: SiteContent) => Promise<void>;
}

function createShownContent({ publish }: Pick<ContentKeeperParts, 'publish'>): ShownContent {
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
      await publish(filled);
      shown = { text, content: filled };
    },
  };
}

function createPuller(
  { source, copy, logger, now }: ContentKeeperParts,
  shown: ShownContent,
  stopping: AbortSignal,
): { stats: ContentStats; pullOnce: () => Promise<void> } {
  const stats = { isFresh: false, pulls: 0, failures: 0, pulledAt: null as number | null };

  async function pullOnce(): Promise<void> {
    stats.pulls++;
    try {
      const content = await source.load(AbortSignal.any([stopping, AbortSignal.timeout(pullTimeoutMs)]));
      await shown.take(content);
      await copy.save(content);
      stats.pulledAt = now();
      if (!stats.isFresh) logger.info({ source: source.name }, 'the content is up to date');
      stats.isFresh = true;
    } catch (fault) {
      if (stopping.aborted) return;
      stats.failures++;
      stats.isFresh = false;
      const faults = fault instanceof ContentInvalid ? fault.faults : undefined;
      logger.warn({ err: fault, faults, source: source.name }, 'the content could not be pulled; what there is stays');
    }
  }
  return { stats, pullOnce };
}

/** One after the other, in the order in which they came; one that fails does not hold up the next. */
function createTurns(): (run: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Who asks while it runs is answered by one more run after it; none begins once it is stopped. */
function oneAtATime(run: () => Promise<void>, stopping: AbortSignal): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = async () => {
    if (!stopping.aborted) await run();
    running = undefined;
  };
  return () => {
    if (!running) return (running = start());
    return (next ??= running.then(() => {
      next = undefined;
      return (running = start());
    }));
  };
}
