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
  /** From now on, refused parts keep the version that this copy has. */
  startFrom: (copy: FoundCopy) => Promise<void>;
  /** Resolves when the content is published, or the failure is logged. */
  pullOnce: () => Promise<void>;
}

export interface ContentPullerParts {
  reader: ContentReader;
  /** Publishes content if it differs from what is shown. */
  show: (content: SiteContent) => Promise<void>;
  /** Called with content that is published and saved as the copy on disk. */
  onKept: (content: SiteContent) => Promise<void>;
  logger: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Aborts a pull and what it publishes. */
  stopping: AbortSignal;
}

/** More than the source and its pictures take, whose limits are their own. */
const pullTimeoutMs = 45_000;

export function createContentPuller(parts: ContentPullerParts): ContentPuller {
  const { reader, show, onKept, logger, now, stopping } = parts;
  const pulls = { fresh: 0, partial: 0, unavailable: 0, invalid: 0, failed: 0 };
  let status = noStatus;
  /** By the copy, until the first merge. */
  let refusedBefore: number | null = null;

  async function publish(read: ReadContent): Promise<Omit<NotedPull, 'at'>> {
    await show(read.content);
    tellChanges(status, read, logger);
    status = noteMerge(status, read);
    refusedBefore = null;
    await reader.keep();
    await onKept(read.content);
    return { outcome: read.refused.length > 0 ? 'partial' : 'fresh', reason: null, changes: read.changes };
  }

  /** Null: it was aborted. */
  async function pull(): Promise<Omit<NotedPull, 'at'> | null> {
    try {
      const reading = reader.read(now(), AbortSignal.any([stopping, AbortSignal.timeout(pullTimeoutMs)]));
      return await publish(await until(reading, stopping));
    } catch (fault) {
      if (stopping.aborted) return null;
      const outcome = outcomeOf(fault);
      const faults = fault instanceof ContentInvalid ? fault.faults : undefined;
      const facts = { err: fault, faults, outcome, source: reader.name };
      logger.warn(facts, 'the content could not be pulled; the published content stays');
      return { outcome, reason: fault instanceof Error ? fault.message : String(fault), changes: noChanges };
    }
  }

  return {
    stats: {
      get last() {
        return status.pulls[0]?.outcome ?? null;
      },
      get refused() {
        return refusedBefore ?? status.refused.length;
      },
      get refusedBefore() {
        return refusedBefore;
      },
      pulls,
    },
    status: () => status,
    async startFrom({ file, elsewhere, refused, live }) {
      await reader.startFrom(file);
      refusedBefore = refused;
      status = { ...status, elsewhere, live };
    },
    async pullOnce() {
      const before = status.pulls[0]?.outcome;
      const pulled = await pull();
      if (!pulled) return;
      const isDone = pulled.outcome === 'fresh' || pulled.outcome === 'partial';
      if (isDone && pulled.outcome !== before) {
        const what = pulled.outcome === 'fresh' ? 'up to date' : 'up to date, except for what is refused';
        logger.info({ source: reader.name }, `the content is ${what}`);
      }
      status = notePull(status, { at: now(), ...pulled });
      pulls[pulled.outcome]++;
    },
  };
}

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
