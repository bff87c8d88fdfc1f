import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';
import { deleteLoginCodes } from '../sessions/login-codes-rows.ts';

export interface LoginCodeSweepParts {
  database: Database;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'error'>;
  schedule: Schedule;
}

export interface LoginCodeSweep {
  /** Sweeps at once, and then every hour. */
  start: () => void;
  /** Waits for the sweep in progress. */
  stop: () => Promise<void>;
}

const pollEveryMs = 3_600_000;
/** Expired codes are kept this long, so the audit log can tell an expired code from one that never existed. */
const keepMs = 86_400_000;

/** Deletes the codes of links a day after they expire. */
export function createLoginCodeSweep({ database, runtime, logger, schedule }: LoginCodeSweepParts): LoginCodeSweep {
  let halt: (() => void) | undefined;
  let running = Promise.resolve();

  function poll(): void {
    running = deleteLoginCodes(database, new Date(runtime.now() - keepMs)).then(
      () => undefined,
      (fault: unknown) => logger.error({ err: fault }, 'the codes of old links could not be deleted'),
    );
  }

  return {
    start() {
      poll();
      halt = schedule(poll, pollEveryMs);
    },
    async stop() {
      halt?.();
      await running;
    },
  };
}
