import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';
import { createAccountUpdates } from '../../../src/server/socket/account-updates.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** An account's rows as the database returns them: one for each open position, or a single one without a position. */
function rowsOf(snapshotOf: number, positions: number): object[] {
  const account = { snapshotOf, balanceMinor: 100_000, investedMinor: 0 };
  const position = {
    symbol: 'BTCUSD',
    direction: 'buy',
    amountMinor: 100,
    leverage: 1,
    openRate: 1,
    profitMinor: null,
  };
  const open = { ...position, openedAt: new Date(0), closedAt: null };
  if (positions === 0) return [{ ...account, id: null }];
  return Array.from({ length: positions }, (_, id) => ({ ...account, ...open, id: String(id) }));
}

/**
 * Account updates with a clock and a database that the test controls. Every account has one position unless `positions`
 * says otherwise.
 */
function given({ positions = {} }: { positions?: Record<number, number> } = {}) {
  const clock = createManualClock(0);
  const told: { accountId: number; atMs: number }[] = [];
  const loads: { accountIds: number[]; answer: () => void }[] = [];
  const query = ({ values: [accountIds] }: { values: [number[]] }) =>
    new Promise((resolve) => {
      const rows = accountIds.flatMap((accountId) => rowsOf(accountId, positions[accountId] ?? 1));
      loads.push({ accountIds, answer: () => resolve({ rows }) });
    });
  const updates = createAccountUpdates({
    database: { query } as unknown as Queries,
    market: { assets: new Map(), quotes: { get: () => undefined }, feed: { name: 'none' } },
    logger: { error: (fault: unknown) => expect(fault).toBeUndefined() },
    isWatched: (accountId) => accountId !== 99,
    send: (accountId, event) => event === 'positions' && told.push({ accountId, atMs: clock.now() }),
    ...{ now: clock.now, schedule: clock.schedule },
  });
  /** Ends the current load after this time. */
  const load = async (ms: number) => {
    clock.advance(ms);
    loads.at(-1)?.answer();
    await nextTurn();
  };
  return { clock, told, loads, updates, load };
}

test('changes within a moment are sent once, and only to accounts that watch', async () => {
  const { clock, told, loads, updates, load } = given();
  updates.add([1]);
  updates.add([1, 2, 99]);
  clock.advance(19);
  expect(loads).toHaveLength(0);
  clock.advance(1);
  await load(0);
  clock.advance(10_000);
  expect(loads.map(({ accountIds }) => accountIds)).toEqual([[1, 2]]);
  expect(told.map(({ accountId }) => accountId)).toEqual([1, 2]);
});

test('an account whose update took long pauses alone; others are sent meanwhile', async () => {
  const { clock, told, updates, load } = given();
  updates.add([1]);
  clock.advance(20);
  await load(200);
  told.length = 0;

  updates.add([1]);
  clock.advance(50);
  updates.add([2]);
  clock.advance(50);
  await load(0);
  expect(told).toEqual([{ accountId: 2, atMs: 320 }]);
  updates.add([2]);
  clock.advance(20);
  await load(0);
  expect(told.at(-1)).toEqual({ accountId: 2, atMs: 340 });
  clock.advance(679);
  expect(told).toHaveLength(2);
  clock.advance(1);
  await load(0);
  expect(told.at(-1)).toEqual({ accountId: 1, atMs: 1_020 });
});

test('of accounts that are loaded together only the one with many positions pauses', async () => {
  const { clock, told, updates, load } = given({ positions: { 1: 498, 2: 0 } });
  updates.add([1, 2]);
  clock.advance(20);
  await load(100);
  updates.add([1, 2]);
  clock.advance(100);
  await load(0);
  clock.advance(298);
  expect(told.map(({ accountId }) => accountId)).toEqual([1, 2, 2]);
  clock.advance(2);
  await load(0);
  expect(told.at(-1)).toMatchObject({ accountId: 1 });
});

test('a pause is limited, and nothing is sent after the stop', async () => {
  const { clock, told, updates, load } = given();
  updates.add([1]);
  clock.advance(20);
  await load(60_000);
  updates.add([1]);
  clock.advance(1_000);
  await load(0);
  expect(told).toHaveLength(2);
  updates.add([2]);
  updates.stop();
  clock.advance(10_000);
  expect([told.length, clock.running()]).toEqual([2, 0]);
});
