import type { Logger } from 'pino';
import type { TradingLimits } from '../../lib/trading/limits.ts';
import { lockAutoTrading } from '../accounts/accounts-rows.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import type { TellParts } from '../notices/tell-customer.ts';
import { tellCustomer } from '../notices/tell-customer.ts';
import type { Runtime } from '../runtime.ts';
import type { AutoBook, AutoStanding } from '../trading/auto-book.ts';
import { standingOf } from '../trading/auto-book.ts';
import { loadAutoBooks, saveAutoDays } from '../trading/auto-book-rows.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import type { TradingMarket } from '../trading/trading-market.ts';
import { loadAutoBalances, lockAutoAccounts } from './auto-trading-rows.ts';

export interface ReviewParts extends TellParts {
  database: Database;
  market: Pick<TradingMarket, 'quotes'>;
  orderDesk: Pick<OrderDesk, 'closeForStrategy'>;
  limits: TradingLimits;
  runtime: Pick<Runtime, 'now' | 'newId' | 'elapsedMs'>;
  /** Called after a commit that told a customer of something. */
  noticed: AccountChanges['changed'];
  logger: Pick<Logger, 'info' | 'error'>;
}

/** Keeps the days of auto trading: begins them, and stops those that lost too much. */
export interface AutoDays {
  /**
   * Begins the UTC day of accounts that have none yet, at once, and again every ten seconds if it could not begin.
   * Every ten seconds it also looks for those whose loss has reached the limit: these are stopped and told, and their
   * positions are closed. A position that cannot be closed is tried again at the next review. Ends early once
   * `isRunning` returns false. Never rejects.
   */
  review: (accountIds: readonly number[], isRunning: () => boolean) => Promise<void>;
  /** Whether auto trading of the account was stopped for today. The order desk decides on its own. */
  isStopped: (accountId: number) => boolean;
}

const reviewEveryMs = 10_000;
/** The most accounts whose open positions are in memory, and whose days begin in one database transaction. */
const accountsAtOnce = 200;
/** The most accounts that are stopped at once, and whose positions are closed. */
const stopsAtOnce = 16;

export function createAutoDays(parts: ReviewParts): AutoDays {
  const { database, runtime, logger } = parts;
  const stopped = new Set<number>();
  /** The accounts that were read today; those without a day are read again at the next review. */
  const read = new Set<number>();
  let reviewedAt = -Infinity;
  let day = '';

  async function reviewSome(accountIds: readonly number[]): Promise<void> {
    // Read without a lock, so this only finds the accounts that have to be decided on.
    const standings = await loadStandings(parts, database, await loadAutoBalances(database, accountIds));
    for (const id of accountIds) read.add(id);
    const fresh = standings.filter(({ standing }) => !standing.hasBegun).map(({ accountId }) => accountId);
    await beginDays(parts, fresh);
    const ending = standings.filter(({ standing }) => standing.hasBegun && (standing.day.stoppedAt || standing.isLost));
    while (ending.length > 0) await Promise.all(ending.splice(0, stopsAtOnce).map(stop));
  }

  async function stop(known: Standing): Promise<void> {
    try {
      if (!known.standing.day.stoppedAt && !(await stopDay(parts, known.accountId))) return;
      stopped.add(known.accountId);
      await closeAll(parts, known);
    } catch (fault) {
      logger.error({ err: fault }, 'auto trading of an account could not be stopped; it will be tried again');
    }
  }

  return {
    isStopped: (accountId) => stopped.has(accountId),
    async review(accountIds, isRunning) {
      const today = new Date(runtime.now()).toISOString().slice(0, 10);
      const isNextDay = today !== day;
      if (isNextDay) for (const known of [stopped, read]) known.clear();
      const isDue = isNextDay || runtime.elapsedMs() - reviewedAt >= reviewEveryMs;
      const due = isDue ? [...accountIds] : accountIds.filter((id) => !read.has(id));
      if (isDue) reviewedAt = runtime.elapsedMs();
      day = today;
      while (due.length > 0 && isRunning()) {
        await reviewSome(due.splice(0, accountsAtOnce)).catch((fault: unknown) =>
          logger.error({ err: fault }, 'days of auto trading could not be reviewed; they will be tried again'),
        );
      }
    },
  };
}

interface Standing {
  accountId: number;
  book: AutoBook;
  standing: AutoStanding;
}

async function loadStandings(
  { market, limits, runtime }: ReviewParts,
  queries: Queries,
  accounts: readonly { id: number; balanceMinor: number }[],
): Promise<Standing[]> {
  const books = await loadAutoBooks(
    queries,
    accounts.map(({ id }) => id),
  );
  const now = new Date(runtime.now());
  return accounts.flatMap(({ id, balanceMinor }) => {
    const book = books.get(id);
    if (!book) return [];
    return [{ accountId: id, book, standing: standingOf(book, { balanceMinor, market, limits: limits.auto, now }) }];
  });
}

/** Begins the day of those accounts whose figures are known and that nobody else has locked. */
async function beginDays(parts: ReviewParts, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await parts.database.transaction(async (connection) => {
    const locked = await loadStandings(parts, connection, await lockAutoAccounts(connection, accountIds));
    const fresh = locked.filter(({ standing }) => standing.isKnown && !standing.hasBegun);
    await saveAutoDays(connection, new Map(fresh.map(({ accountId, standing }) => [accountId, standing.day])));
  });
}

/** Stops the day of an account if its loss has reached the limit; returns whether it is stopped. */
async function stopDay(parts: ReviewParts, accountId: number): Promise<boolean> {
  const { database, runtime, noticed, logger } = parts;
  const outcome = await database.transaction(async (connection) => {
    const account = await lockAutoTrading(connection, accountId);
    if (!account?.isOn) return 'off';
    const [found] = await loadStandings(parts, connection, [{ ...account, id: accountId }]);
    if (found?.standing.day.stoppedAt) return 'stopped';
    if (!found?.standing.isLost) return 'on';
    const { day, resultMinor } = found.standing;
    const now = new Date(runtime.now());
    await saveAutoDays(connection, new Map([[accountId, { ...day, stoppedAt: now }]]));
    await tellCustomer(connection, parts, { accountId, code: 'auto_stopped', data: { profitMinor: resultMinor } });
    const record = { id: runtime.newId(), at: now, event: 'auto_trading_stopped', actor: 'system' } as const;
    await writeAudit(connection, {
      ...record,
      accountId,
      details: { lossMinor: -resultMinor, equityMinor: day.equityMinor },
    });
    return 'just stopped';
  }, longestLockWait);
  if (outcome === 'just stopped') {
    noticed(accountId);
    logger.info({ accountId }, 'auto trading of an account has reached its daily loss stop');
  }
  return outcome === 'stopped' || outcome === 'just stopped';
}

async function closeAll({ orderDesk, logger }: ReviewParts, { accountId, book }: Standing): Promise<void> {
  const open = [...book.open.values()].filter(({ auto }) => auto);
  const settled = await Promise.allSettled(open.map(({ id }) => orderDesk.closeForStrategy(accountId, { id })));
  for (const each of settled) {
    if (each.status === 'rejected')
      logger.error({ err: each.reason as unknown }, 'a position of stopped auto trading was not closed');
  }
}
