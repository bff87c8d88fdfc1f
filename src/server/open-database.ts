import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createAvailability } from './db/availability.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/database.ts';
import type { ServerLock } from './db/server-lock.ts';
import type { Runtime } from './runtime.ts';
import type { TriggerEngine } from './triggers/trigger-engine.ts';

export interface OpenConfiguredParts {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'databasePoolSize'>;
  runtime: Pick<Runtime, 'now' | 'elapsedMs'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** This server's lock on PostgreSQL; null for the embedded database and for a database made by a test. */
  serverLock: ServerLock | null;
}

/** Longer than any SQL statement of a call takes, but no longer than a customer waits. */
const statementTimeoutMs = 10_000;

/**
 * Opens the configured database. Throws `DatabaseUnreachable`. If the database becomes unavailable later, callers are
 * refused at once.
 */
export function openConfigured({ config, runtime, logger, serverLock }: OpenConfiguredParts): Promise<Database> {
  const { databaseUrl, dataDir, databasePoolSize: poolSize } = config;
  const onFault = (fault: Error) => logger.warn({ err: fault }, 'a connection to the database broke');
  const availability = createAvailability({ now: runtime.now, elapsedMs: runtime.elapsedMs, logger });
  serverLock?.follow({ onLost: availability.fall, onHeld: availability.rise });
  const fence = serverLock?.fence;
  return openDatabase({ databaseUrl, dataDir, poolSize, statementTimeoutMs, onFault, availability, fence });
}

export interface LockedParts extends Pick<OpenConfiguredParts, 'logger' | 'serverLock'> {
  database: Database;
  triggers: Pick<TriggerEngine, 'reload'>;
  /** Sends the current state to all customers. */
  sockets: { tellAll: () => void };
}

/**
 * Makes the database unavailable to all callers while the lock is not held, because another server could hold it. Once
 * the lock is held again, the positions are reloaded first, as at startup: operators may have changed them, and orders
 * whose answer was lost are decided by then.
 */
export function followServerLock({ database, logger, serverLock, triggers, sockets }: LockedParts): void {
  const { availability } = database;
  serverLock?.follow({
    onLost: availability.fall,
    async onHeld() {
      await triggers.reload(database.exempt).catch((fault: unknown) => {
        logger.error({ err: fault }, 'positions could not be reloaded; retrying until they are');
        throw fault;
      });
      availability.rise();
      sockets.tellAll();
    },
  });
}
