import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Schedule } from '../market/schedule.ts';
import type { Runtime } from '../runtime.ts';
import { deleteFormEntries } from './form-entry-rows.ts';

export interface FormRetentionParts {
  database: Database;
  mailer: Pick<Mailer, 'forget'>;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'error'>;
  schedule: Schedule;
  /** What is so old is deleted. */
  days: number;
}

export interface FormRetention {
  start: () => void;
  /** Deletes what is too old; resolves when nothing is, or the fault is logged. */
  sweep: () => Promise<void>;
  /** Finishes the sweep that is under way. */
  stop: () => Promise<void>;
}

const dayMs = 86_400_000;
const lookEveryMs = 3_600_000;
/** No statement holds up customers, however much there is to delete. */
const mostAtOnce = 500;

/** Deletes what visitors sent by forms, and the mails that it became, when the time is over for which they may be kept. */
export function createFormRetention(parts: FormRetentionParts): FormRetention {
  const { logger, schedule } = parts;
  let running: Promise<void> | undefined;
  let halt: (() => void) | undefined;
  let isStopped = false;

  async function deleteOld(): Promise<void> {
    const { database, mailer, runtime, days } = parts;
    const sentAt = new Date(runtime.now() - days * dayMs);
    let entries = 0;
    let deleted: number;
    do {
      deleted = await deleteFormEntries(database, { sentAt, limit: mostAtOnce });
      entries += deleted;
    } while (deleted === mostAtOnce && !isStopped);
    const mails = await mailer.forget(sentAt);
    if (entries + mails > 0) logger.info({ entries, mails }, 'what visitors sent long ago was deleted');
  }

  const sweep = (): Promise<void> =>
    (running ??= deleteOld()
      .catch((fault: unknown) => logger.error({ err: fault }, 'what visitors sent long ago could not be deleted'))
      .finally(() => (running = undefined)));

  return {
    sweep,
    start() {
      halt = schedule(() => void sweep(), lookEveryMs);
      void sweep();
    },
    async stop() {
      isStopped = true;
      halt?.();
      await running;
    },
  };
}
