import type { PoolClient, QueryConfig } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { openSilentProxy } from '../../support/peers/silent-proxy.ts';
import { onPostgres, openTestDatabase } from '../../support/test-database.ts';
import type { TriggerFloor } from '../../support/trigger-floor.ts';
import { openTriggerFloor } from '../../support/trigger-floor.ts';

/**
 * A fault in one database transaction of the desk. `no begin`: it cannot begin. `rolled back`: it is rolled back at its
 * end. `answer lost`: it commits, but the desk gets no answer. `held`: all accounts are locked. `meanwhile` is what the
 * market does between the end of the transaction and the fault.
 */
interface Trouble {
  kind: 'no begin' | 'rolled back' | 'answer lost' | 'held';
  meanwhile?: () => void;
}

let troubles: Trouble[] = [];
let floor: TriggerFloor;

function inTrouble(database: Database): Database {
  const transaction: Database['transaction'] = async (work, settings) => {
    const trouble = troubles.shift();
    if (!trouble) return database.transaction(work, settings);
    if (trouble.kind === 'held') {
      return database.transaction((connection) => work(withAllAccountsLocked(connection)), settings);
    }
    // The driver reports the same error whether or not the transaction was committed.
    const broken = new Error('Connection terminated unexpectedly');
    if (trouble.kind === 'answer lost') await database.transaction(work, settings);
    if (trouble.kind === 'rolled back') await rollBack(database, work, settings).catch(() => undefined);
    trouble.meanwhile?.();
    throw broken;
  };
  return { ...database, transaction };
}

/** A connection that reports every account as locked by somebody else, so that the desk has to wait. */
function withAllAccountsLocked(connection: PoolClient): PoolClient {
  const query = (config: QueryConfig, values?: unknown[]) =>
    config.name === 'desk-lock-free' ? Promise.resolve({ rows: [] }) : connection.query(config, values);
  return new Proxy(connection, {
    get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name) as unknown)),
  });
}

function rollBack(database: Database, ...[work, settings]: Parameters<Database['transaction']>): Promise<void> {
  return database.transaction(async (connection) => {
    await work(connection);
    throw new Error('rolled back');
  }, settings);
}

beforeAll(async () => {
  floor = await openTriggerFloor({ seen: inTrouble });
});
beforeEach(() => {
  troubles = [];
  quotes(60_000, 60_000, 60_000);
});
afterEach(() => floor.settle());
afterAll(() => floor.close());

const quotes = (...bids: number[]) => bids.forEach((bid) => floor.quote('BTCUSD', bid, bid + 10));
const times = (count: number, kind: Trouble['kind']): Trouble[] => Array.from({ length: count }, () => ({ kind }));

async function openPosition(order: Parameters<TriggerFloor['open']>[1] = {}) {
  const accountId = await floor.openAccount();
  return floor.open(accountId, order);
}

test.each([
  ['cannot begin transactions for a while', times(5, 'no begin')],
  ['rolls back', times(2, 'rolled back')],
  ['commits and does not answer', times(3, 'answer lost')],
])('a trigger is decided on by its own quote if the database %s', async (_, inItsWay) => {
  const { id } = await openPosition({ stopLoss: 59_000 });
  troubles = inItsWay;
  quotes(58_990, 60_000, 61_000);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 58_990 });
  expect(troubles).toEqual([]);
});

test('the old level holds while the commit of a new one fails', async () => {
  const { id, accountId } = await openPosition({ stopLoss: 59_500 });
  const meanwhile = () => quotes(59_400, 60_000);
  troubles = [{ kind: 'rolled back' }, { kind: 'rolled back', meanwhile }];
  const update = floor.desk.update(accountId, { id, change: { stopLoss: 59_000 } });
  expect(await update).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 59_400, stopLoss: 59_500 });
});

test('a new level that was committed without an answer holds, and the old one does not', async () => {
  const { id, accountId } = await openPosition({ stopLoss: 59_500 });
  const meanwhile = () => quotes(59_400, 60_000);
  troubles = [{ kind: 'answer lost', meanwhile }];
  const change = { stopLoss: 59_000 };
  expect(await floor.desk.update(accountId, { id, change })).toMatchObject({ ok: true, position: change });
  await floor.settle();
  expect((await floor.positionOf(id)).closingReason).toBeNull();
  quotes(58_990);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 58_990 });
});

test('a level set by the second attempt ignores quotes before it', async () => {
  const { id, accountId } = await openPosition();
  const meanwhile = () => quotes(59_400, 60_000);
  troubles = [{ kind: 'rolled back', meanwhile }];
  const change = { stopLoss: 59_500 };
  expect(await floor.desk.update(accountId, { id, change })).toMatchObject({ ok: true, position: change });
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: null, stopLoss: 59_500 });
  quotes(59_500);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 59_500 });
});

test('a position opened by the second attempt is not closed by a quote before it', async () => {
  const accountId = await floor.openAccount();
  const meanwhile = () => quotes(59_400, 60_100);
  troubles = [{ kind: 'rolled back', meanwhile }];
  const { id, openRate } = await floor.open(accountId, { stopLoss: 59_500 });
  await floor.settle();
  expect(openRate).toBeCloseTo(60_110 * 1.00025);
  expect((await floor.positionOf(id)).closingReason).toBeNull();
});

test('a position that was opened without an answer is closed by a quote after it', async () => {
  const accountId = await floor.openAccount();
  troubles = [{ kind: 'answer lost', meanwhile: () => quotes(59_400, 60_100) }];
  const { id } = await floor.open(accountId, { stopLoss: 59_500 });
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 59_400 });
});

test('a position that was opened while its account was locked after a failed commit is watched', async () => {
  const accountId = await floor.openAccount();
  troubles = [{ kind: 'rolled back' }, { kind: 'held' }];
  const { id } = await floor.open(accountId, { stopLoss: 59_500 });
  await floor.settle();
  expect(troubles).toEqual([]);
  quotes(59_400, 60_000);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 59_400 });
});

test('changes that others made while the database was away are watched once positions were read again', async () => {
  const { id } = await openPosition({ stopLoss: 58_000 });
  await floor.database.query('update positions set stop_loss = 59500 where id = $1', [id]);
  quotes(59_400, 60_000);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closedAt: null });
  await floor.engine.reload(floor.database);
  quotes(59_400, 60_000);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 59_400 });
});

test('an order that failed is no longer watched once the database has confirmed it', async () => {
  const accountId = await floor.openAccount();
  const before = floor.engine.stats.watched;
  troubles = times(4, 'rolled back');
  await expect(floor.open(accountId, { stopLoss: 59_500 })).rejects.toThrow('UNAVAILABLE');
  expect(floor.engine.stats.watched).toBe(before + 1);
  await floor.settle();
  expect(floor.engine.stats.watched).toBe(before);
});

// The embedded database has only one connection, so nobody else can hold a lock, and no process of its own that could
// fall silent.
if (onPostgres) {
  test('a trigger outlasts a lock that a customer’s order would not wait for', { timeout: 60_000 }, async () => {
    const { id, accountId } = await openPosition({ stopLoss: 59_000 });
    const holder = await floor.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from accounts where id = $1 for update', [accountId]);
    quotes(58_990, 60_000);
    await expect.poll(() => floor.desk.stats.refused, { timeout: 20_000 }).toBeGreaterThan(0);
    await holder.query('commit');
    holder.release();
    await floor.settle();
    expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 58_990 });
  });

  test('a trigger survives a silent database', { timeout: 60_000 }, async () => {
    const direct = await openTestDatabase();
    const proxy = await openSilentProxy(direct.pool.options.connectionString ?? '');
    const how = { databaseUrl: proxy.url, dataDir: null, poolSize: 4, statementTimeoutMs: 500 };
    const behind = await openDatabase(how);
    const silent = await openTriggerFloor({ database: direct, seen: () => behind });
    silent.quote('BTCUSD', 60_000, 60_010);
    const { id } = await silent.open(await silent.openAccount(), { stopLoss: 59_000, price: 60_010 });
    proxy.fallSilent();
    silent.quote('BTCUSD', 58_990, 59_000);
    silent.quote('BTCUSD', 60_000, 60_010);
    await expect.poll(() => silent.faults.length, { timeout: 20_000 }).toBeGreaterThan(0);
    proxy.recover();
    await silent.settle();
    expect(await silent.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 58_990 });
    expect(await verifyLedger(direct)).toMatchObject({ holds: true });
    await silent.close();
    await behind.close();
    proxy.close();
  });
}

test('the books hold in the end', async () => {
  expect(await verifyLedger(floor.database)).toMatchObject({ holds: true });
});
