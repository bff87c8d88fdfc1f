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
  /**
   * The lock by which this server holds PostgreSQL; null for the embedded database, and for one that a test has made.
   */
  serverLock: ServerLock | null;
}

/** Longer than any statement of a call takes, but no longer than a customer waits. */
const statementTimeoutMs = 10_000;

/**
 * Opens the configured database. Throws `DatabaseUnreachable`. Later, while it is away, callers are refused at once.
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
  /** Tells customers the current state. */
  sockets: { tellAll: () => void };
}

/**
 * Makes the database unavailable to everybody while the lock is not held, because another server could have it. When it
 * is held again, positions are first read again, as at a start: operators may have changed them, and orders without an
 * answer are decided by now.
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
