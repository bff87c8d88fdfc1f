import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';
import type { AuditLine } from './audit-rows.ts';
import { loadAuditLines } from './audit-rows.ts';

export interface AuditLinesParts {
  database: Database;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'error' | 'child'>;
  schedule: Schedule;
  /** The broker's setting; if it is off, nothing is written. */
  isOn: boolean;
}

export interface AuditLines {
  /** Polls at once, and then every few seconds. */
  start: () => void;
  /** Writes what is left, and stops polling. */
  stop: () => Promise<void>;
}

const pollEveryMs = 5_000;
/** How far back a start reads, to cover what operators did while no server ran and what a crash left uncopied. */
const readBackMs = 3_600_000;
/**
 * A record becomes visible only when its database transaction commits, which may be this much later than its instant.
 */
const lateMs = 60_000;
const mostAtOnce = 500;

/**
 * Copies audit records to the standard output, so that they can be shipped out of reach of the server and its database:
 * one line each with id, instant, event, actor and account or affiliate, and nothing else. Includes the commands of
 * operators in other processes. Each record is copied at least once: after a start the records of the last hour are
 * repeated, with the same ids.
 */
export function createAuditLines({ database, runtime, logger, schedule, isOn }: AuditLinesParts): AuditLines {
  // A level of its own, so that audit lines are written even if the server only logs errors.
  const lines = logger.child({}, { level: 'info' });
  const written = new Map<string, number>();
  let from = runtime.now() - readBackMs;
  let halt: (() => void) | undefined;
  let running: Promise<void> | undefined;

  function write({ id, at, event, actor, accountId: account, affiliateId: affiliate }: AuditLine): void {
    if (written.has(id)) return;
    written.set(id, at.getTime());
    const about = { account, ...(affiliate !== null && { affiliate }) };
    lines.info({ audit: { id, at: at.toISOString(), event, actor, ...about } }, 'audit');
  }

  async function writeNew(): Promise<void> {
    const begun = runtime.now();
    let after: AuditLine | undefined;
    let found: AuditLine[];
    do {
      found = await loadAuditLines(database, { from: new Date(from), after, limit: mostAtOnce });
      found.forEach(write);
      after = found.at(-1);
    } while (found.length === mostAtOnce);
    from = Math.max(from, begun - lateMs);
    for (const [id, at] of written) if (at < from) written.delete(id);
  }

  const poll = (): Promise<void> =>
    (running ??= writeNew()
      .catch((fault: unknown) =>
        logger.error({ err: fault }, 'audit records could not be copied to the standard output'),
      )
      .finally(() => (running = undefined)));

  return {
    start() {
      if (!isOn) return;
      void poll();
      halt = schedule(() => void poll(), pollEveryMs);
    },
    async stop() {
      halt?.();
      await running;
      if (isOn) await poll();
    },
  };
}
