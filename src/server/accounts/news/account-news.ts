import type { Logger } from 'pino';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Database, Queries } from '../../db/database.ts';
import type { NoticeListener } from '../../db/notices.ts';
import { createNoticeListener, sendNotice, sendNotices } from '../../db/notices.ts';
import type { Runtime } from '../../runtime.ts';
import type { Schedule } from '../../schedule.ts';
import type { AccountChanges } from '../account-changes.ts';
import { loadAccountsOfOperators } from './account-news-rows.ts';

const channel = 'account_changed';

/**
 * Tells the server that another process, a command of an operator, has changed an account or ended its sessions: by the
 * queries of the database transaction that does it.
 */
export function tellServer(queries: Queries, accountId: number): Promise<void> {
  return sendNotice(queries, channel, String(accountId));
}

/** The same of many accounts, by one statement however many they are. */
export function tellServerOfAll(queries: Queries, accountIds: readonly number[]): Promise<void> {
  return sendNotices(queries, channel, accountIds.map(String));
}

export interface AccountNewsParts {
  database: Database;
  accountChanges: Pick<AccountChanges, 'changed'>;
  moneyMoves: Pick<AccountChanges, 'changed'>;
  sessions: Pick<Sessions, 'sweep'>;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'warn' | 'error'>;
  schedule: Schedule;
}

export interface AccountNews extends NoticeListener {
  /**
   * Tells of all that operators have done since an instant, in unix milliseconds: those of this process, whom no notice
   * comes from.
   */
  tellSince: (sinceMs: number) => Promise<void>;
}

/** The clocks of two machines may differ by this much. */
const clockSlackMs = 60_000;

/**
 * Hears of accounts that another process has changed: who follows them here is told, and the sockets of sessions that
 * it ended are closed. What was said while nobody listened is read from the audit log: whatever an operator does stands
 * there.
 */
export function followAccountNews(parts: AccountNewsParts): AccountNews {
  const { database, accountChanges, moneyMoves, sessions, runtime, logger, schedule } = parts;
  let heardAt = runtime.now();
  const sweep = atMostOneBehind(() =>
    sessions.sweep().catch((fault: unknown) => logger.error({ err: fault }, 'sockets could not be looked through')),
  );

  function take(accountIds: readonly number[]): void {
    heardAt = runtime.now();
    // What it was is not said, and both are only shown anew.
    accountIds.forEach((accountId) => accountChanges.changed(accountId));
    accountIds.forEach((accountId) => moneyMoves.changed(accountId));
    sweep();
  }

  const tellSince = async (sinceMs: number) => {
    const accountIds = await loadAccountsOfOperators(database, new Date(sinceMs));
    if (accountIds.length > 0) take(accountIds);
  };

  const listener = createNoticeListener({
    ...{ database, channel, logger, schedule },
    onNotice: (text) => take([Number(text)]),
    onResumed: () => {
      loadAccountsOfOperators(database, new Date(heardAt - clockSlackMs)).then(take, (fault: unknown) =>
        logger.error({ err: fault }, 'what operators did meanwhile could not be read'),
      );
    },
  });
  return { ...listener, tellSince };
}

/**
 * Runs it one time after another. However often that is asked for while it runs, it runs once more: what is asked for
 * may concern what it has been past.
 */
function atMostOneBehind(run: () => Promise<void>): () => void {
  let isRunning = false;
  let isAsked = false;
  async function runAll(): Promise<void> {
    isRunning = true;
    while (isAsked) {
      isAsked = false;
      await run();
    }
    isRunning = false;
  }
  return () => {
    isAsked = true;
    if (!isRunning) void runAll();
  };
}
