import type { Logger } from 'pino';
import { ContentInvalid, ContentUnavailable } from '../../content/content-source.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { canonicalText } from '../../content/texts/canonical-text.ts';
import { until } from '../work/break-off.ts';
import type { ContentReader, FoundCopy, ReadContent } from './content-reader.ts';
import type { ContentStats, ContentStatus, NotedPull, PullOutcome } from './content-status.ts';
import { noChanges, noStatus, noteMerge, notePull } from './content-status.ts';

/** Pulls the content, and notes what became of it. */
export interface ContentPuller {
  stats: ContentStats;
  status: () => ContentStatus;
  /** From now on, refused parts keep the version that this copy has. `nextAt`: when it changes next. */
  startFrom: (copy: FoundCopy, nextAt?: number | null) => Promise<void>;
  /** Resolves when the content is published, or the failure is logged. */
  pullOnce: () => Promise<void>;
  /** Publishes what is public now of what was pulled last, and takes offline what is over, without the source. */
  publishDue: () => Promise<void>;
  /** When a part begins or ends to be public next, in unix milliseconds; null: none does. */
  nextAt: () => number | null;
}

export interface ContentPullerParts {
  reader: ContentReader;
  /** Publishes content if it differs from what is shown. */
  show: (content: SiteContent) => Promise<void>;
  /** Called with content that is published and saved as the copy on disk, and the pictures of what is not due yet. */
  onKept: (content: SiteContent, laterPictures: readonly string[]) => Promise<void>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Aborts a pull and what it publishes. */
  stopping: AbortSignal;
  /** Publishes one thing after the other. Reading the source waits for nothing, and nothing waits for it. */
  inTurn: <Value>(run: () => Promise<Value>) => Promise<Value>;
}

/** After this, what is due is tried again if it could not be published. */
const againMs = 60_000;

/** More than the source and its pictures take, whose limits are their own. */
const pullTimeoutMs = 45_000;

export function createContentPuller(parts: ContentPullerParts): ContentPuller {
  const { reader, show, onKept, logger, now, stopping, inTurn } = parts;
  const pulls = { fresh: 0, partial: 0, unavailable: 0, invalid: 0, failed: 0 };
  let status = noStatus;
  /** By the copy, until the first merge. */
  let refusedBefore: number | null = null;
  let nextAt: number | null = null;

  async function publish(read: ReadContent): Promise<Omit<NotedPull, 'at'>> {
    nextAt = Math.min(read.nextAt ?? Infinity, now() + againMs);
    await show(read.content);
    nextAt = read.nextAt;
    if (!read.isOfCopy) {
      tellChanges(status, read, logger);
      status = noteMerge(status, read);
      refusedBefore = null;
    }
    await reader.keep();
    await onKept(read.content, read.laterPictures);
    return { outcome: read.refused.length > 0 ? 'partial' : 'fresh', reason: null, changes: read.changes };
  }

  const mergeInTurn = (merge: ContentReader['merge']) =>
    inTurn(async () => {
      stopping.throwIfAborted();
      return publish(await until(merge(now()), stopping));
    });

  /** Null: it was aborted. */
  async function pull(): Promise<Omit<NotedPull, 'at'> | null> {
    try {
      await until(reader.load(AbortSignal.any([stopping, AbortSignal.timeout(pullTimeoutMs)])), stopping);
      return await mergeInTurn(reader.merge);
    } catch (fault) {
      return stopping.aborted ? null : noteFailure(fault, parts);
    }
  }

  return {
    stats: createStats(pulls, () => ({ status, refusedBefore })),
    status: () => status,
    nextAt: () => nextAt,
    async publishDue() {
      try {
        await mergeInTurn(reader.mergeAgain);
      } catch (fault) {
        if (stopping.aborted) return;
        nextAt = now() + againMs;
        logger.error({ err: fault }, 'what is due could not be published; it is tried again in a minute');
      }
    },
    async startFrom({ file, elsewhere, refused, live }, changesAt = null) {
      await reader.startFrom(file);
      nextAt = changesAt;
      refusedBefore = refused;
      status = { ...status, elsewhere, live };
    },
    async pullOnce() {
      const before = status.pulls[0]?.outcome;
      const pulled = await pull();
      if (!pulled) return;
      const words = outcomeWords[pulled.outcome];
      if (words !== undefined && pulled.outcome !== before) logger.info({ source: reader.name }, words);
      status = notePull(status, { at: now(), ...pulled });
      pulls[pulled.outcome]++;
    },
  };
}

function createStats(
  pulls: ContentStats['pulls'],
  current: () => { status: ContentStatus; refusedBefore: number | null },
): ContentStats {
  return {
    get last() {
      return current().status.pulls[0]?.outcome ?? null;
    },
    get refused() {
      const { status, refusedBefore } = current();
      return refusedBefore ?? status.refused.length;
    },
    get refusedBefore() {
      return current().refusedBefore;
    },
    pulls,
  };
}

/** Logs why nothing was published. */
function noteFailure(
  fault: unknown,
  { reader, logger }: Pick<ContentPullerParts, 'reader' | 'logger'>,
): Omit<NotedPull, 'at'> {
  const outcome = outcomeOf(fault);
  const faults = fault instanceof ContentInvalid ? fault.faults : undefined;
  const facts = { err: fault, faults, outcome, source: reader.name };
  logger.warn(facts, 'the content could not be pulled; the published content stays');
  return { outcome, reason: fault instanceof Error ? fault.message : String(fault), changes: noChanges };
}

const outcomeWords: Readonly<Partial<Record<PullOutcome, string>>> = {
  fresh: 'the content is up to date',
  partial: 'the content is up to date, except for what is refused',
};

/** Logs what was not so after the pull before, so that a fault that stays is reported once. */
function tellChanges(before: ContentStatus, read: ReadContent, logger: ContentPullerParts['logger']): void {
  const { refused, warnings } = noteMerge(before, read);
  const known = new Map(before.refused.map((part) => [part.key, part]));
  for (const part of refused) {
    if (canonicalText(known.get(part.key)?.faults ?? []) !== canonicalText(part.faults))
      logger.warn(
        { refused: part },
        `a part of the content is refused; ${part.isShown ? 'its last good version stays' : 'it is not published'}`,
      );
    known.delete(part.key);
  }
  for (const { key, where } of known.values()) logger.info({ key, where }, 'a part of the content is refused no more');
  const told = new Set(before.warnings.map(canonicalText));
  for (const warning of warnings.filter((one) => !told.has(canonicalText(one))))
    logger.warn({ content: warning.text, path: warning.path }, 'the content has a fault to correct');
}

function outcomeOf(fault: unknown): Exclude<PullOutcome, 'fresh' | 'partial'> {
  if (fault instanceof ContentUnavailable) return 'unavailable';
  return fault instanceof ContentInvalid ? 'invalid' : 'failed';
}
