import type { Logger } from 'pino';
import type { User } from '../../lib/contract/entities.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import type { UnreadNotices } from '../../lib/contract/accounts/notice-calls.ts';
import { countUnread } from '../notices/notices-rows.ts';
import { userView } from '../accounts/user-view.ts';
import type { Queries } from '../db/database.ts';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';
import type { TradingSnapshot } from '../trading/position-rows.ts';
import { loadSnapshots } from '../trading/position-rows.ts';
import type { TradingMarket } from '../trading/trading-market.ts';
import { balanceView, positionListsView } from '../trading/trading-views.ts';

export interface AccountUpdatesParts {
  database: Queries;
  market: TradingMarket;
  logger: Pick<Logger, 'error'>;
  /** Whether any socket of the account is connected. */
  isWatched: (accountId: number) => boolean;
  send: (accountId: number, event: 'positions' | 'balance', data: unknown) => void;
  /** Milliseconds since an arbitrary instant. */
  now?: () => number;
  schedule?: Schedule;
}

/**
 * Changes within this time become one update. The delay is harmless: the acknowledgement has already shown the change
 * to the customer who made it.
 */
const gatherMs = 20;
/**
 * An account whose update took long waits this many times as long for the next update, up to `longestRestMs`.
 * Otherwise, if one quote closed hundreds of positions of an account, the server would be busy with an update after
 * every few of them.
 */
const restFactor = 4;
const longestRestMs = 1_000;
/**
 * After each load, all updates pause for as long as the load took, up to this limit: half of the time is left to
 * trading.
 */
const longestPauseMs = 100;
/** The most accounts that one SQL statement loads. */
const accountsAtOnce = 64;

/**
 * Sends the newest positions and balance of changed accounts to their connected sockets. Only one load runs at a time,
 * however fast accounts change, so updates never pile up behind the orders that cause them. An account whose updates
 * take long does not delay other accounts.
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
      logger.error({ err: fault }, 'an update of positions was not sent; clients recover by themselves');
    }
    isSending = false;
    const endedAt = now();
    pausedUntilMs = endedAt + Math.min(longestPauseMs, endedAt - startedAt);
    plan();
  }

  /** Sets the timer for the earliest time at which a changed account may be updated. */
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
    /** Records that accounts changed. */
    add: (accountIds: readonly number[]): void => {
      accountIds.filter(isWatched).forEach((accountId) => changed.add(accountId));
      plan();
    },
    stop: (): void => {
      changed.clear();
      timer?.stop();
    },
  };
}

/** Tracks until when an account has to wait after an update that took long. */
function createRests() {
  const resting = new Map<number, number>();
  return {
    untilMs: (accountId: number): number => resting.get(accountId) ?? 0,
    begin(accountId: number, { tookMs, nowMs }: { tookMs: number; nowMs: number }): void {
      const restMs = Math.min(longestRestMs, restFactor * tookMs);
      if (restMs > gatherMs) resting.set(accountId, nowMs + restMs);
    },
    /** Removes waits that are over. */
    end(nowMs: number): void {
      for (const [accountId, untilMs] of resting) if (untilMs <= nowMs) resting.delete(accountId);
    },
  };
}

/** The cost of a load depends on its rows. Each account counts as one row more than its positions. */
function rowsOf({ open, history }: TradingSnapshot): number {
  return open.length + history.length + 1;
}

export interface AccountEventsParts {
  database: Queries;
  accountChanges: Pick<AccountChanges, 'onChanged'>;
  logger: Pick<Logger, 'error'>;
  /** Whether any socket of the account is connected. */
  isWatched: (accountId: number) => boolean;
  send: (accountId: number, event: 'user', data: User) => void;
}

/**
 * Sends `user` to the connected sockets of an account that changed. Loads one account at a time, so the later of two
 * changes is sent last. Returns a function that stops it.
 */
export function followAccounts({ database, accountChanges, logger, isWatched, send }: AccountEventsParts): () => void {
  const changed = new Set<number>();
  let isSending = false;

  async function sendChanged(): Promise<void> {
    isSending = true;
    for (const accountId of changed) {
      changed.delete(accountId);
      try {
        const account = await loadAccount(database, accountId);
        if (account) send(accountId, 'user', userView(account));
      } catch (fault) {
        logger.error({ err: fault }, 'a change of an account was not sent; clients recover by themselves');
      }
    }
    isSending = false;
  }

  const stopFollowing = accountChanges.onChanged((accountId) => {
    if (!isWatched(accountId)) return;
    changed.add(accountId);
    if (!isSending) void sendChanged();
  });
  return () => {
    stopFollowing();
    changed.clear();
  };
}

export interface NoticeEventsParts {
  database: Queries;
  logger: Pick<Logger, 'error'>;
  /** Whether any socket of the account is connected. */
  isWatched: (accountId: number) => boolean;
  send: (accountId: number, event: 'notices', data: UnreadNotices) => void;
}

/**
 * Sends `notices`, the number of unread ones, to the connected sockets of the accounts that are added. Counts for all
 * of them at once, one count at a time.
 */
export function createNoticeEvents({ database, logger, isWatched, send }: NoticeEventsParts) {
  const changed = new Set<number>();
  let isSending = false;

  async function sendChanged(): Promise<void> {
    isSending = true;
    while (changed.size > 0) {
      const accountIds = [...changed].slice(0, accountsAtOnce);
      accountIds.forEach((accountId) => changed.delete(accountId));
      try {
        const unread = await countUnread(database, accountIds);
        for (const accountId of accountIds) send(accountId, 'notices', { unread: unread.get(accountId) ?? 0 });
      } catch (fault) {
        logger.error({ err: fault }, 'the number of unread notices was not sent; clients recover by themselves');
      }
    }
    isSending = false;
  }

  return {
    add: (accountIds: readonly number[]): void => {
      accountIds.filter(isWatched).forEach((accountId) => changed.add(accountId));
      if (!isSending && changed.size > 0) void sendChanged();
    },
    stop: (): void => changed.clear(),
  };
}
