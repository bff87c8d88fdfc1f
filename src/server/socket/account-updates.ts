import type { Logger } from 'pino';
import type { Queries } from '../db/database.ts';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';
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
  /** Milliseconds from any start. */
  now?: () => number;
  schedule?: Schedule;
}

/** Changes within this time become one update: the acknowledgement has brought the news to whoever acted. */
const gatherMs = 20;
/**
 * After an update that took long, its account waits so many times as long for the next one, within a limit: an account
 * with hundreds of positions, all of which one quote closes, would otherwise keep the server busy with telling of each
 * few.
 */
const restFactor = 4;
const longestRestMs = 1_000;
/**
 * Between two loads everybody waits as long as the last one took, within this: half of the time is for those who trade.
 */
const longestPauseMs = 100;
/** Accounts that are loaded by one statement. */
const accountsAtOnce = 64;

/**
 * Sends the newest positions and balance of accounts that changed, to those who watch them. However fast an account
 * changes, one update at a time is loaded, so that updates never pile up behind the orders that cause them; and an
 * account whose updates take long waits by itself.
 */
export function createAccountUpdates(parts: AccountUpdatesParts) {
  const { database, market, logger, isWatched, send, schedule = systemSchedule } = parts;
  const { now = () => performance.now() } = parts;
  const changed = new Set<number>();
  const rests = createRests();
  let pausedUntilMs = 0;
  let isSending = false;
  let timer: { dueMs: number; stop: () => void } | undefined;

  function update(snapshot: TradingSnapshot, loadMs: number): void {
    const { accountId } = snapshot;
    const startedAt = now();
    send(accountId, 'positions', positionListsView(snapshot, market));
    send(accountId, 'balance', balanceView(snapshot, market));
    const endedAt = now();
    rests.begin(accountId, { tookMs: loadMs + endedAt - startedAt, nowMs: endedAt });
  }

  async function sendChanged(): Promise<void> {
    const startedAt = now();
    rests.end(startedAt);
    const accountIds = [...changed].filter((id) => rests.untilMs(id) === 0).slice(0, accountsAtOnce);
    accountIds.forEach((accountId) => changed.delete(accountId));
    isSending = true;
    try {
      const snapshots = await loadSnapshots(database, accountIds);
      const rowMs = (now() - startedAt) / snapshots.reduce((sum, snapshot) => sum + rowsOf(snapshot), 0);
      for (const snapshot of snapshots) update(snapshot, rowMs * rowsOf(snapshot));
    } catch (fault) {
      logger.error({ err: fault }, 'an update of positions was not sent; clients ask again by themselves');
    }
    isSending = false;
    const endedAt = now();
    pausedUntilMs = endedAt + Math.min(longestPauseMs, endedAt - startedAt);
    plan();
  }

  /** Sets the timer to when the first of the changed accounts may be told. */
  function plan(): void {
    const soonestMs = Math.max(now() + gatherMs, pausedUntilMs);
    if (isSending || changed.size === 0 || (timer && timer.dueMs <= soonestMs)) return;
    let dueMs = Infinity;
    for (const accountId of changed) dueMs = Math.min(dueMs, rests.untilMs(accountId));
    dueMs = Math.max(dueMs, soonestMs);
    if (timer && timer.dueMs <= dueMs) return;
    timer?.stop();
    const stop = schedule(fire, dueMs - now());
    timer = { dueMs, stop };
  }

  function fire(): void {
    timer?.stop();
    timer = undefined;
    void sendChanged();
  }

  return {
    /** Takes note that accounts changed. */
    take: (accountIds: readonly number[]): void => {
      accountIds.filter(isWatched).forEach((accountId) => changed.add(accountId));
      plan();
    },
    stop: (): void => {
      changed.clear();
      timer?.stop();
    },
  };
}

/** Until when accounts wait whose last update took long. */
function createRests() {
  const resting = new Map<number, number>();
  return {
    untilMs: (accountId: number): number => resting.get(accountId) ?? 0,
    begin(accountId: number, { tookMs, nowMs }: { tookMs: number; nowMs: number }): void {
      const restMs = Math.min(longestRestMs, restFactor * tookMs);
      if (restMs > gatherMs) resting.set(accountId, nowMs + restMs);
    },
    /** Forgets those that are over. */
    end(nowMs: number): void {
      for (const [accountId, untilMs] of resting) if (untilMs <= nowMs) resting.delete(accountId);
    },
  };
}

/** What a load costs goes by its rows; an account without positions is one. */
function rowsOf({ open, history }: TradingSnapshot): number {
  return open.length + history.length + 1;
}
