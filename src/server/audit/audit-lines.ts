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
  /** The broker's switch: off writes nothing. */
  isOn: boolean;
}

export interface AuditLines {
  /** Looks at once, and then every few seconds. */
  start: () => void;
  /** Writes what is there still, and looks no more. */
  stop: () => Promise<void>;
}

const lookEveryMs = 5_000;
/** So far a start looks back: what an operator did while no server ran, and what a crash left. */
const lookBackMs = 3_600_000;
/** An entry has the instant at which its transaction began, and is there when that ends. */
const lateMs = 60_000;
const mostAtOnce = 500;

/**
 * Writes entries of the audit log to the standard output too, so that whoever ships that keeps them where neither the
 * server nor its database reaches: a line each with its id, instant, event, actor and account or affiliate, and nothing
 * else. The operators' commands of other processes are among them. At least once: after a start the entries of the last
 * hour come again, with the ids that they had.
 */
export function createAuditLines({ database, runtime, logger, schedule, isOn }: AuditLinesParts): AuditLines {
  // Whatever level the other lines have.
  const lines = logger.child({}, { level: 'info' });
  const written = new Map<string, number>();
  let from = runtime.now() - lookBackMs;
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

  const look = (): Promise<void> =>
    (running ??= writeNew()
      .catch((fault: unknown) => logger.error({ err: fault }, 'entries of the audit log could not be written out'))
      .finally(() => (running = undefined)));

  return {
    start() {
      if (!isOn) return;
      void look();
      halt = schedule(() => void look(), lookEveryMs);
    },
    async stop() {
      halt?.();
      await running;
      if (isOn) await look();
    },
  };
}
