import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Queries } from './database.ts';

/**
 * Sends a message with the database transaction of `queries`: listeners of the channel receive it when that commits.
 * The text may have up to 7,999 bytes.
 */
export async function sendChannelMessage(queries: Queries, channel: string, text: string): Promise<void> {
  await queries.query({ name: 'channel-message-send', text: 'select pg_notify($1, $2)', values: [channel, text] });
}

/** `sendChannelMessage` for several texts, in one SQL statement. */
export async function sendChannelMessages(queries: Queries, channel: string, texts: readonly string[]): Promise<void> {
  const text = 'select count(pg_notify($1, text)) from unnest($2::text[]) as t (text)';
  await queries.query({ name: 'channel-messages-send', text, values: [channel, texts] });
}

export interface ChannelParts {
  database: Pick<Database, 'kind' | 'pool'>;
  /** A plain lower-case name. */
  channel: string;
  onMessage: (text: string) => void;
  /** Called when the channel is listened to again after a broken connection: messages sent in between are lost. */
  onResumed: () => void;
  logger: Pick<Logger, 'warn'>;
  /** Calls `run` at an interval; returns the function that stops it. */
  schedule: (run: () => void, intervalMs: number) => () => void;
}

export interface ChannelListener {
  /**
   * Resolves when the channel is listened to, or when the first attempt has failed; it is then retried in the
   * background.
   */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

const retryEveryMs = 1_000;
/** The interval of queries on the connection: only a query notices that it was cut silently. */
const askEveryMs = 15_000;

/**
 * Receives messages of other processes on a PostgreSQL channel, over a connection of its own, which is replaced when it
 * breaks. Does nothing for the embedded database, which no other process uses.
 */
export function createChannelListener(parts: ChannelParts): ChannelListener {
  const { database, channel, onMessage, onResumed, logger, schedule } = parts;
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  let client: pg.Client | undefined;
  let stopAsking: (() => void) | undefined;

  async function connect(): Promise<void> {
    const made = new pg.Client(database.pool.options);
    let isOver = false;
    const over = (fault?: Error) => {
      if (isOver) return;
      isOver = true;
      if (client !== made) return;
      client = undefined;
      if (isStopped()) return;
      logger.warn({ err: fault }, 'the connection for messages of other processes broke; reconnecting');
      void resume();
    };
    made.on('error', over).on('end', () => over());
    made.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await made.connect();
      await made.query(`listen ${channel}`);
      if (isStopped()) throw new Error('stopped');
      client = made;
    } catch (fault) {
      await made.end().catch(() => undefined);
      throw fault;
    }
  }

  async function resume(): Promise<void> {
    while (!isStopped()) {
      try {
        await connect();
        onResumed();
        return;
      } catch {
        await delay(retryEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  function ask(): void {
    const asked = client;
    asked?.query('select 1').catch(() => void asked.end().catch(() => undefined));
  }

  return {
    async start() {
      if (database.kind === 'embedded') return;
      stopAsking = schedule(ask, askEveryMs);
      await connect().catch((fault: unknown) => {
        logger.warn({ err: fault }, 'cannot receive messages of other processes yet');
        void resume();
      });
    },
    async stop() {
      stopping.abort();
      stopAsking?.();
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
