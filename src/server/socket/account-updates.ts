import type { Logger } from 'pino';
import type { Queries } from '../db/database.ts';
import { balanceView } from '../trading/balance-view.ts';
import type { TradingSnapshot } from '../trading/position-rows.ts';
import { loadSnapshots } from '../trading/position-rows.ts';
import { positionListsView } from '../trading/position-view.ts';
import type { TradingMarket } from '../trading/trading-market.ts';

export interface AccountUpdatesParts {
  database: Queries;
  market: TradingMarket;
  logger: Pick<Logger, 'error'>;
  /** Whether anybody of the account is connected. */
  isWatched: (accountId: number) => boolean;
  send: (accountId: number, event: 'positions' | 'balance', data: unknown) => void;
}

/** Changes within this time become one update: the acknowledgement has brought the news to whoever acted. */
const gatherMs = 20;
/**
 * After an update that took long, the next one waits so many times as long, within a limit: an account with thousands of positions,
 * all of which one quote closes, would otherwise keep the server busy with telling of each few.
 */
const restFactor = 4;
const longestRestMs = 1_000;
/** Accounts that are loaded by one statement. */
const accountsAtOnce = 64;

/**
 * Sends the newest positions and balance of accounts that changed, to those who watch them. However fast an account changes,
 * one update at a time is loaded, so that updates never pile up behind the orders that cause them.
 */
export function createAccountUpdates({ database, market, logger, isWatched, send }: AccountUpdatesParts) {
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  /** By the process's own clock. */
  let notBeforeMs = 0;

  function update(snapshot: TradingSnapshot): void {
    send(snapshot.accountId, 'positions', positionListsView(snapshot, market));
    send(snapshot.accountId, 'balance', balanceView(snapshot, market));
  }

  async function sendChanged(): Promise<void> {
    const accountIds = [...changed].slice(0, accountsAtOnce);
    accountIds.forEach((accountId) => changed.delete(accountId));
    const startedAt = performance.now();
    try {
      (await loadSnapshots(database, accountIds)).forEach(update);
    } catch (fault) {
      logger.error({ err: fault }, 'an update of positions was not sent; clients ask again by themselves');
    }
    const endedAt = performance.now();
    notBeforeMs = endedAt + Math.min(longestRestMs, restFactor * (endedAt - startedAt));
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (changed.size === 0 || timer) return;
    timer = setTimeout(() => void sendChanged(), Math.max(gatherMs, notBeforeMs - performance.now()));
  }

  return {
    /** Takes note that accounts changed. */
    take: (accountIds: readonly number[]): void => {
      accountIds.filter(isWatched).forEach((accountId) => changed.add(accountId));
      schedule();
    },
    stop: (): void => {
      changed.clear();
      clearTimeout(timer);
    },
  };
}
