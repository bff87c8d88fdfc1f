import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { createOrderDesk } from '../../../src/server/trading/order-desk.ts';
import { loadSnapshot } from '../../../src/server/trading/position-rows.ts';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import { onPostgres } from '../../support/test-database.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { clocksOf, floorRule, openTradingFloor, orderOf } from '../../support/trading-floor.ts';

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});

afterAll(() => floor.close());

/** An asset that the market knows but the database does not: its positions break a constraint. */
function quoteGhost(): void {
  const bitcoin = floor.market.assets.get('BTCUSD');
  if (bitcoin) floor.market.assets.set('GHOST', { ...bitcoin, symbol: 'GHOST' });
  floor.market.quote('GHOST', 60_000, 60_010);
}

/** A desk whose database loses the connection after the commit, `times` times: the desk never learns of the commit. */
function deskThatLosesAnswers(times: number) {
  const { database, market, clock } = floor;
  let losses = times;
  const forgetful: Database = {
    ...database,
    transaction: async (work, settings) => {
      const value = await database.transaction(work, settings);
      if (losses-- > 0) throw new Error('Connection terminated unexpectedly');
      return value;
    },
  };
  const runtime = { ...clocksOf(clock), newId: randomUUID, randomBytes: () => Buffer.alloc(32) };
  const logger = { warn: () => undefined, error: () => undefined };
  return createOrderDesk({
    database: forgetful,
    market,
    runtime,
    limits: defaultTradingLimits,
    autoRuleVersion: floorRule,
    logger,
  });
}

test('an order that the database refuses fails alone, not those that were committed with it', async () => {
  quoteGhost();
  const accountIds = await Promise.all(Array.from({ length: 5 }, () => floor.openAccount()));
  const orders = accountIds.map((id, index) => floor.desk.open(id, orderOf(index === 2 ? { symbol: 'GHOST' } : {})));
  const outcomes = await Promise.allSettled(orders);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(outcomes.every((outcome) => outcome.status === 'rejected' || outcome.value.ok)).toBe(true);
  const snapshots = await Promise.all(accountIds.map((id) => loadSnapshot(floor.database, id)));
  expect(snapshots.map(({ open }) => open.length)).toEqual([1, 1, 0, 1, 1]);
  expect(floor.faults).not.toHaveLength(0);
  expect(await floor.desk.open(accountIds[2] ?? 0, orderOf())).toMatchObject({ ok: true });
});

test('an order without an amount is a bug and throws', async () => {
  const accountId = await floor.openAccount();
  await expect(floor.desk.open(accountId, orderOf({ amountMinor: Number.NaN }))).rejects.toThrow(RangeError);
});

test('an account that does not exist is a bug', async () => {
  await expect(floor.desk.open(999_999_999, orderOf())).rejects.toThrow('There is no account');
});

test('a commit whose answer was lost opens nothing twice', async () => {
  const accountId = await floor.openAccount();
  const desk = deskThatLosesAnswers(1);
  const results = await Promise.all([desk.open(accountId, orderOf()), desk.open(accountId, orderOf())]);
  expect(results.every((result) => result.ok)).toBe(true);
  const { open, investedMinor } = await loadSnapshot(floor.database, accountId);
  expect([open.length, investedMinor]).toEqual([2, 20_000]);
});

test.each([
  ['is found by a retry', 1, 'POSITION_CLOSED'],
  ['never becomes known', 2, 'UNAVAILABLE'],
])('a commit whose answer was lost and %s is pushed to those who watch the account', async (_, losses, code) => {
  const accountId = await floor.openAccount();
  const { close, open, onCommitted } = deskThatLosesAnswers(losses);
  const told: number[] = [];
  onCommitted((accountIds) => told.push(...accountIds));
  const opened = await floor.desk.open(accountId, orderOf());
  const id = opened.ok ? opened.position.id : '';
  const result = await (losses === 1 ? close(accountId, { id, price: 60_000 }) : open(accountId, orderOf()));
  expect(result).toMatchObject({ ok: false, problem: { code } });
  await expect.poll(() => told).toContain(accountId);
});

test('a close whose answer was lost posts nothing twice', async () => {
  const accountId = await floor.openAccount();
  const opened = await floor.desk.open(accountId, orderOf());
  const id = opened.ok ? opened.position.id : '';
  const result = await deskThatLosesAnswers(1).close(accountId, { id, price: 60_000 });
  expect(result).toMatchObject({ ok: false, problem: { code: 'POSITION_CLOSED' } });
  expect((await loadSnapshot(floor.database, accountId)).history).toHaveLength(1);
});

// The embedded database has one connection: nobody else can hold a lock there.
if (onPostgres) {
  /** Locks the rows of accounts until the returned function is called. */
  async function hold(accountIds: number[]): Promise<() => Promise<void>> {
    const connection = await floor.database.pool.connect();
    await connection.query('begin');
    await connection.query('select from accounts where id = any($1) for update', [accountIds]);
    return async () => {
      await connection.query('commit');
      connection.release();
    };
  }

  test('an account locked by another transaction delays only itself', async () => {
    const [heldAccount, freeAccount] = [await floor.openAccount(), await floor.openAccount()];
    const release = await hold([heldAccount]);
    let isAnswered = false;
    const delayed = Promise.all([0, 1, 2].map(() => floor.desk.open(heldAccount, orderOf())));
    void delayed.then(() => (isAnswered = true));
    for (let order = 0; order < 20; order += 1) {
      const result = await floor.desk.open(freeAccount, orderOf({ amountMinor: 100 }));
      expect(result.ok).toBe(true);
    }
    expect(isAnswered).toBe(false);
    const late = floor.desk.open(heldAccount, orderOf());
    await release();
    expect((await Promise.all([delayed, late])).flat().every((result) => result.ok)).toBe(true);
    expect((await loadSnapshot(floor.database, heldAccount)).open).toHaveLength(4);
  });

  test('more locked accounts than connections do not block the others', async () => {
    const heldAccounts = await Promise.all(Array.from({ length: 8 }, () => floor.openAccount()));
    const freeAccount = await floor.openAccount();
    const release = await hold(heldAccounts);
    const delayed = heldAccounts.map((id) => floor.desk.open(id, orderOf()));
    for (let order = 0; order < 20; order += 1) {
      expect(await floor.desk.open(freeAccount, orderOf({ amountMinor: 100 }))).toMatchObject({ ok: true });
    }
    await release();
    expect((await Promise.all(delayed)).every((result) => result.ok)).toBe(true);
  });

  test('an account that stays locked still gets an answer', async () => {
    const accountId = await floor.openAccount();
    const release = await hold([accountId]);
    const result = await floor.desk.open(accountId, orderOf());
    expect(result).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
    await release();
    expect(await floor.desk.open(accountId, orderOf())).toMatchObject({ ok: true });
  });

  test('a log-in of a customer does not lock the account', async () => {
    const accountId = await floor.openAccount();
    const connection = await floor.database.pool.connect();
    await connection.query('begin');
    await connection.query(
      `insert into sessions (token_hash, account_id, created_at, last_seen_at) values ($1, $2, now(), now())`,
      [Buffer.from(randomUUID()), accountId],
    );
    const before = floor.desk.stats.runs;
    expect(await floor.desk.open(accountId, orderOf())).toMatchObject({ ok: true });
    expect(floor.desk.stats.runs).toBe(before + 1);
    await connection.query('rollback');
    connection.release();
  });
}

test('the books hold in the end', async () => {
  await floor.desk.drain();
  expect(await verifyLedger(floor.database)).toMatchObject({ holds: true });
});
