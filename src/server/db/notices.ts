import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Queries } from './database.ts';

/**
 * Puts a notice into the queries' database transaction: who listens to the channel is told once that commits. Text up
 * to 7,999 bytes.
 */
export async function sendNotice(queries: Queries, channel: string, text: string): Promise<void> {
  await queries.query({ name: 'notice-send', text: 'select pg_notify($1, $2)', values: [channel, text] });
}

/** The same for many, by one statement. */
export async function sendNotices(queries: Queries, channel: string, texts: readonly string[]): Promise<void> {
  const text = 'select count(pg_notify($1, text)) from unnest($2::text[]) as t (text)';
  await queries.query({ name: 'notices-send', text, values: [channel, texts] });
}

export interface NoticeParts {
  database: Pick<Database, 'kind' | 'pool'>;
  /** A plain lower-case name. */
  channel: string;
  onNotice: (text: string) => void;
  /** Listens again after a connection that broke: what was said in between was heard by nobody. */
  onResumed: () => void;
  logger: Pick<Logger, 'warn'>;
  /** Calls it every so many milliseconds; returns how to stop. */
  schedule: (run: () => void, intervalMs: number) => () => void;
}

export interface NoticeListener {
  /** Resolves when it listens, or cannot yet and goes on trying. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

const retryEveryMs = 1_000;
/** A line that was cut without a word is found by asking, each time this long after the last. */
const askEveryMs = 15_000;

/**
 * Listens to what other processes say on a channel of PostgreSQL, by a connection of its own, which is made anew when
 * it breaks. The embedded database has no other processes: there it does nothing.
 */
export function createNoticeListener(parts: NoticeParts): NoticeListener {
  const { database, channel, onNotice, onResumed, logger, schedule } = parts;
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
      logger.warn({ err: fault }, 'the connection broke by which other processes are heard; it is made anew');
      void resume();
    };
    made.on('error', over).on('end', () => over());
    made.on('notification', ({ payload }) => onNotice(payload ?? ''));
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
        logger.warn({ err: fault }, 'other processes are not heard yet');
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
