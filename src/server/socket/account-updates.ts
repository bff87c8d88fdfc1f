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
/** Accounts that are loaded by one statement. */
const accountsAtOnce = 64;

/**
 * Sends the newest positions and balance of accounts that changed, to those who watch them. However fast an account changes,
 * one update at a time is loaded, so that updates never pile up behind the orders that cause them.
 */
export function createAccountUpdates({ database, market, logger, isWatched, send }: AccountUpdatesParts) {
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  function update(snapshot: TradingSnapshot): void {
    send(snapshot.accountId, 'positions', positionListsView(snapshot, market));
    send(snapshot.accountId, 'balance', balanceView(snapshot, market));
  }

  async function sendChanged(): Promise<void> {
    const accountIds = [...changed].slice(0, accountsAtOnce);
    accountIds.forEach((accountId) => changed.delete(accountId));
    try {
      (await loadSnapshots(database, accountIds)).forEach(update);
    } catch (fault) {
      logger.error({ err: fault }, 'an update of positions was not sent; clients ask again by themselves');
    }
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (changed.size > 0) timer ??= setTimeout(() => void sendChanged(), gatherMs);
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
