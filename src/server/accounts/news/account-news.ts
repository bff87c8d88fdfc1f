import type { Logger } from 'pino';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Database, Queries } from '../../db/database.ts';
import type { ChannelListener } from '../../db/channel-messages.ts';
import { createChannelListener, sendChannelMessage, sendChannelMessages } from '../../db/channel-messages.ts';
import type { Runtime } from '../../runtime.ts';
import type { Schedule } from '../../schedule.ts';
import type { AccountChanges } from '../account-changes.ts';
import { loadAccountsOfOperators } from './account-news-rows.ts';

const channel = 'account_changed';

/**
 * Notifies the server that an operator's command, which runs in another process, has changed an account or ended its
 * sessions. Uses the queries of the database transaction that makes the change.
 */
export function tellServer(queries: Queries, accountId: number): Promise<void> {
  return sendChannelMessage(queries, channel, String(accountId));
}

/** `tellServer` for many accounts, in one SQL statement. */
export function tellServerOfAll(queries: Queries, accountIds: readonly number[]): Promise<void> {
  return sendChannelMessages(queries, channel, accountIds.map(String));
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

export interface AccountNews extends ChannelListener {
  /**
   * Notifies subscribers of all accounts that operators have changed since this instant, in unix milliseconds. Needed
   * for operators' commands in this process, which send no channel message.
   */
  tellSince: (sinceMs: number) => Promise<void>;
}

/** The clocks of two machines may differ by this much. */
const clockSlackMs = 60_000;

/**
 * Listens for accounts that another process has changed: notifies the subscribers here, and closes the sockets of ended
 * sessions. Messages missed while not listening are recovered from the audit log, which records every act of an
 * operator.
 */
export function followAccountNews(parts: AccountNewsParts): AccountNews {
  const { database, accountChanges, moneyMoves, sessions, runtime, logger, schedule } = parts;
  let heardAt = runtime.now();
  const sweep = atMostOneBehind(() =>
    sessions
      .sweep()
      .catch((fault: unknown) => logger.error({ err: fault }, 'sockets of ended sessions could not be closed')),
  );

  function apply(accountIds: readonly number[]): void {
    heardAt = runtime.now();
    // The message does not say what changed, so subscribers of both kinds only reload.
    accountIds.forEach((accountId) => accountChanges.changed(accountId));
    accountIds.forEach((accountId) => moneyMoves.changed(accountId));
    sweep();
  }

  const tellSince = async (sinceMs: number) => {
    const accountIds = await loadAccountsOfOperators(database, new Date(sinceMs));
    if (accountIds.length > 0) apply(accountIds);
  };

  const listener = createChannelListener({
    ...{ database, channel, logger, schedule },
    onMessage: (text) => apply([Number(text)]),
    onResumed: () => {
      loadAccountsOfOperators(database, new Date(heardAt - clockSlackMs)).then(apply, (fault: unknown) =>
        logger.error({ err: fault }, 'missed changes by operators could not be read'),
      );
    },
  });
  return { ...listener, tellSince };
}

/**
 * Runs one call at a time. Calls made during a run cause one more run in total, because the current run may already
 * have passed the data they are about.
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
