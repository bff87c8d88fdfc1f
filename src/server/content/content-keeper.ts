import type { Logger } from 'pino';
import type { SiteContent } from '../../content/model/site-content.ts';
import { fillInSlices } from '../../content/texts/fill-placeholders.ts';
import { hashOfContent } from '../../content/texts/hash-content.ts';
import type { Schedule } from '../schedule.ts';
import { createSequence, oneAtATime } from '../throttle/one-at-a-time.ts';
import { unlessStopped } from '../work/break-off.ts';
import type { ContentPuller } from './content-puller.ts';
import { createContentPuller } from './content-puller.ts';
import { createDueTimer } from './due-timer.ts';
import type { ContentReader, FoundCopy } from './content-reader.ts';
import type { ContentStats, ContentStatus } from './content-status.ts';

export interface ContentKeeperParts {
  reader: ContentReader;
  /**
   * Whether the source's files are on this machine. If so, a start reads the source before any copy, so that nothing
   * older is shown.
   */
  isLocal: boolean;
  /**
   * Makes content visible to visitors, including the first content after a start. Stops if the signal is aborted,
   * because then nobody will see the content.
   */
  publish: (content: SiteContent, signal: AbortSignal) => Promise<void>;
  /** Called with content that is published and saved as the copy on disk, and the pictures of what is not due yet. */
  onKept: (content: SiteContent, laterPictures: readonly string[]) => Promise<void>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
  /** Milliseconds since 1970. */
  now: () => number;
  /** For texts that say when a session ends. */
  sessionIdleMs: number;
}

export interface ContentKeeper {
  /** The published content, with its placeholders filled in. Throws before `start`. */
  content: () => SiteContent;
  /**
   * Shows the newer of the last good copy and the build's content, and pulls the source in the background. A source on
   * this machine is pulled first, and so is any source if both are from another address. From then on the source is
   * pulled regularly. Throws if none of the three is available.
   */
  start: () => Promise<void>;
  /** Call this when the source may have changed. It is pulled soon, once for many calls in a row. */
  changed: () => void;
  /** Pulls now; resolves when the content is published or the failure is logged. */
  pull: () => Promise<void>;
  /**
   * Publishes the shown content again, after any pull in progress, unless it was already published today. `incomplete`:
   * it is published in any case, because some of its pages could not be rendered.
   */
  refresh: (incomplete?: boolean) => Promise<void>;
  /** Aborts a pull or publication in progress, and resolves when none is left. */
  stop: () => Promise<void>;
  /** Calls `tell` now and after each pull. */
  follow: (tell: (status: ContentStatus) => void) => void;
  readonly stats: ContentStats;
  readonly status: ContentStatus;
}

/** The delay before a pull: editors save several times in a row, and a CMS calls the webhook each time. */
const settleMs = 1_000;
/** Needed because webhooks can get lost, and a CMS may have none. */
const pullEveryMs = 5 * 60_000;

/**
 * Keeps the published content up to date: pulls it from its source in the background, so visitors never wait, and shows
 * the last good copy while the source fails. A part that is refused keeps its last good version. Parts begin and end to
 * be public at their instants, without the source.
 */
export function createContentKeeper(parts: ContentKeeperParts): ContentKeeper {
  const { reader, isLocal, schedule, now } = parts;
  const stopping = new AbortController();
  const shown = createShownContent(parts, stopping.signal);
  const inTurn = createSequence();
  const followers: ((status: ContentStatus) => void)[] = [];
  const puller = createContentPuller({ ...parts, show: shown.show, stopping: stopping.signal, inTurn });
  const pullOnce = oneAtATime(() => puller.pullOnce().finally(goOn), stopping.signal);
  const due = createDueTimer({ schedule, now, run: () => void puller.publishDue().finally(goOn) });
  let pulling = Promise.resolve();
  const pull = () => (pulling = pullOnce());
  const halts: (() => void)[] = [];
  let settling: (() => void) | undefined;

  /** Tells what became of the content, and waits for what is due next. */
  function goOn(): void {
    for (const tell of followers) tell(puller.status());
    awaitNext();
  }

  function awaitNext(): void {
    if (!stopping.signal.aborted) due.set(puller.nextAt());
  }

  async function showCopy(copies: readonly FoundCopy[]): Promise<void> {
    await showFirst(copies, parts, shown, puller);
    awaitNext();
  }

  return {
    stats: puller.stats,
    get status() {
      return puller.status();
    },
    follow(tell) {
      followers.push(tell);
      tell(puller.status());
    },
    pull,
    content: shown.get,
    refresh: (incomplete = false) => inTurn(() => unlessStopped(() => shown.refresh(incomplete), stopping.signal)),
    async start() {
      const copies = await reader.findCopies();
      if (copies[0]) await puller.startFrom(copies[0]);
      if (!isLocal) await showCopy(copies.filter(({ elsewhere }) => elsewhere === null));
      const first = pull();
      if (!shown.isThere()) await first;
      if (!shown.isThere()) await showCopy(copies.filter(({ elsewhere }) => isLocal || elsewhere !== null));
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
      for (const halt of [...halts, due.stop]) halt();
      await pulling;
      await inTurn(() => Promise.resolve());
    },
  };
}

/** Shows the first copy that can still be published, unless something is shown already. */
async function showFirst(
  copies: readonly FoundCopy[],
  { reader, logger, now }: Pick<ContentKeeperParts, 'reader' | 'logger' | 'now'>,
  shown: Pick<ShownContent, 'isThere' | 'show'>,
  puller: Pick<ContentPuller, 'startFrom'>,
): Promise<void> {
  for (const one of copies) {
    if (shown.isThere()) return;
    const { file, elsewhere } = one;
    const onFault = (fault: unknown) =>
      logger.error({ err: fault, file }, 'a copy of the content could not be published');
    const { content, nextAt } = await reader.openCopy(file, now());
    await shown.show(content).then(() => puller.startFrom(one, nextAt), onFault);
    if (elsewhere !== null && shown.isThere())
      logger.warn({ file, elsewhere }, 'the content is shown from a copy of another address until it can be pulled');
  }
}

interface ShownContent {
  isThere: () => boolean;
  get: () => SiteContent;
  /** Publishes the content if it differs from what is shown. */
  show: (content: SiteContent) => Promise<void>;
  /** Publishes the shown content again, unless it was published today and is complete. */
  refresh: (incomplete: boolean) => Promise<void>;
}

function createShownContent({ publish, now, sessionIdleMs }: ContentKeeperParts, stopping: AbortSignal): ShownContent {
  let shown: { hash: string; content: SiteContent; day: string } | null = null;
  /** Why the last available content could not be published. */
  let fault: Error | null = null;

  function get(): SiteContent {
    if (shown) return shown.content;
    if (!fault) throw new Error('The content could not be loaded, and there is no copy of it');
    throw new Error(`The content could not be published: ${fault.message}`, { cause: fault });
  }
  async function publishHashed(hash: string, content: SiteContent): Promise<void> {
    const day = dayOf(now());
    await publish(content, stopping).catch((thrown: unknown) => {
      fault = thrown instanceof Error ? thrown : new Error(String(thrown));
      throw fault;
    });
    shown = { hash, content, day };
  }

  return {
    isThere: () => shown !== null,
    get,
    async show(content) {
      const hash = await hashOfContent(content);
      if (hash !== shown?.hash) await publishHashed(hash, await fillInSlices(content, { sessionIdleMs }));
    },
    async refresh(incomplete) {
      if (shown && (incomplete || shown.day !== dayOf(now()))) await publishHashed(shown.hash, shown.content);
    },
  };
}

const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10);
