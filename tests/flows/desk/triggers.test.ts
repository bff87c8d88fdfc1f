import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import type { OpenOrder } from '../../../src/server/trading/desk-command.ts';
import { loadSnapshot } from '../../../src/server/trading/position-rows.ts';
import type { TriggerFloor } from '../../support/trigger-floor.ts';
import { openTriggerFloor } from '../../support/trigger-floor.ts';

let floor: TriggerFloor;

beforeAll(async () => {
  floor = await openTriggerFloor();
});
beforeEach(() => levelOff());
afterEach(() => floor.settle());
afterAll(() => floor.close());

/** Three quotes that agree: they bring the price back from wherever a test has left it. */
function levelOff(): void {
  for (let times = 0; times < 3; times += 1) floor.quote('BTCUSD', 60_000, 60_010);
}

async function closedAt(bid: number, order: Partial<OpenOrder> = {}) {
  const { id } = await floor.open(await floor.openAccount(), order);
  floor.quote('BTCUSD', bid, bid + 10);
  await floor.settle();
  const { closingReason, closedRate, profitMinor } = await floor.positionOf(id);
  return { closingReason, closedRate, profitMinor };
}

const sell = { direction: 'sell', price: 60_000 } as const;

test.each<[string, number, Partial<OpenOrder>, object]>([
  ['a buy at its take profit', 61_000, { takeProfit: 61_000 }, { closingReason: 2, closedRate: 61_000 }],
  ['a buy beyond its stop loss', 58_990, { stopLoss: 59_000 }, { closingReason: 1, closedRate: 58_990 }],
  ['a sell at its take profit', 58_990, { ...sell, takeProfit: 59_000 }, { closingReason: 2, closedRate: 59_000 }],
  ['a sell beyond its stop loss', 61_000, { ...sell, stopLoss: 61_005 }, { closingReason: 1, closedRate: 61_010 }],
  ['a buy that has lost its amount', 54_020, { leverage: 10 }, { closingReason: 3, profitMinor: -10_000 }],
  ['a sell that has lost its amount', 65_990, { ...sell, leverage: 10 }, { closingReason: 3, profitMinor: -10_000 }],
])('%s closes at the first quote there', async (_, bid, order, expected) => {
  expect(await closedAt(bid, order)).toMatchObject(expected);
});

test.each<[string, number, Partial<OpenOrder>]>([
  ['just above a stop loss', 59_000.01, { stopLoss: 59_000, takeProfit: 61_000 }],
  ['just below a take profit', 60_999.99, { stopLoss: 59_000, takeProfit: 61_000 }],
  ['just before the amount is lost', 54_023, { leverage: 10 }],
])('a quote %s closes nothing', async (_, bid, order) => {
  expect(await closedAt(bid, order)).toMatchObject({ closingReason: null });
});

test('the stop loss wins over the termination price, and a gap loses no more than the amount', async () => {
  const gap = await closedAt(54_010, { leverage: 10, stopLoss: 59_000 });
  expect(gap).toEqual({ closingReason: 1, closedRate: 54_010, profitMinor: -10_000 });
});

test('a protected position outlives its termination price and keeps its stop loss', async () => {
  const accountId = await floor.openAccount();
  const [free, stopped] = [await floor.open(accountId), await floor.open(accountId, { stopLoss: 50_000 })];
  await floor.database.query('update positions set protected = true where account_id = $1', [accountId]);
  const path = [54_500, 49_900, 47_000];
  for (const bid of path) floor.quote('BTCUSD', bid, bid + 10);
  await floor.settle();
  expect((await floor.positionOf(free.id)).closingReason).toBeNull();
  expect(await floor.positionOf(stopped.id)).toMatchObject({ closingReason: 1, closedRate: 49_900 });
  await floor.desk.close(accountId, { id: free.id, price: 47_000 });
  expect(await floor.positionOf(free.id)).toMatchObject({ closingReason: 0, profitMinor: -10_000 });
});

test('a trigger that was due before a jump settles by its own quote, whatever came after', async () => {
  const { id } = await floor.open(await floor.openAccount(), { stopLoss: 59_000 });
  floor.quote('BTCUSD', 58_990, 59_000);
  for (const bid of [70_000, 70_100, 70_200]) floor.quote('BTCUSD', bid, bid + 10);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 58_990 });
});

test('while a jump waits to be confirmed, nothing closes at the old quote, even if a position is added again', async () => {
  const accountId = await floor.openAccount();
  const opened = await floor.open(accountId, { leverage: 10 });
  const { id } = opened;
  await floor.database.query('update positions set protected = true where id = $1', [id]);
  floor.engine.watch.verified({ ...opened, protected: true });
  // The whole amount is lost here, but the position stays open because it is protected.
  for (const bid of [56_000, 53_000]) floor.quote('BTCUSD', bid, bid + 10);
  floor.quote('BTCUSD', 61_000, 61_010);
  await floor.database.query('update positions set protected = false where id = $1', [id]);
  floor.engine.watch.verified(opened);
  floor.engine.watch.unsure(opened);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: null });
  for (const bid of [61_100, 61_200]) floor.quote('BTCUSD', bid, bid + 10);
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: null });
});

test('a new level holds once it is decided, and a removed one no longer does', async () => {
  const accountId = await floor.openAccount();
  const [kept, moved] = [await floor.open(accountId, { stopLoss: 59_500 }), await floor.open(accountId)];
  const change = { takeProfit: 60_300, stopLoss: 59_800 };
  expect(await floor.desk.update(accountId, { id: moved.id, change })).toMatchObject({ ok: true, position: change });
  expect(await floor.desk.update(accountId, { id: kept.id, change: { stopLoss: null } })).toMatchObject({ ok: true });
  floor.quote('BTCUSD', 59_400, 59_410);
  await floor.settle();
  expect(await floor.positionOf(moved.id)).toMatchObject({ closingReason: 1, closedRate: 59_400 });
  expect(await floor.positionOf(kept.id)).toMatchObject({ closingReason: null, stopLoss: null });
});

test('a refused level changes nothing, and closed or other people’s positions have no levels to change', async () => {
  const [accountId, stranger] = [await floor.openAccount(), await floor.openAccount()];
  const { id } = await floor.open(accountId, { takeProfit: 61_000 });
  const change = { stopLoss: 60_000, takeProfit: null };
  const refused = await floor.desk.update(accountId, { id, change });
  const fields = { stop_lost: "Can't be higher than 60,000.00" };
  expect(refused).toMatchObject({ ok: false, problem: { code: 'VALIDATION', fields } });
  expect(await floor.positionOf(id)).toMatchObject({ takeProfit: 61_000, stopLoss: null });
  const foreign = await floor.desk.update(stranger, { id, change: { stopLoss: 59_000 } });
  expect(foreign).toMatchObject({ ok: false, problem: { code: 'POSITION_NOT_FOUND' } });
  await floor.desk.close(accountId, { id, price: 60_000 });
  const late = await floor.desk.update(accountId, { id, change: { stopLoss: 59_000 } });
  expect(late).toMatchObject({ ok: false, problem: { code: 'POSITION_CLOSED' } });
});

test('a quote before a close is decided first: only one closes, with one ledger entry', async () => {
  const accountId = await floor.openAccount();
  const opened = await Promise.all([0, 1, 2, 3].map(() => floor.open(accountId, { stopLoss: 59_000 })));
  const close = (id: string) => floor.desk.close(accountId, { id, price: 58_990 });
  const early = opened.slice(0, 2).map(({ id }) => close(id));
  floor.quote('BTCUSD', 58_990, 59_000);
  const late = opened.slice(2).map(({ id }) => close(id));
  const answers = await Promise.all([...early, ...late]);
  await floor.settle();
  expect(answers.every((answer) => !answer.ok && answer.problem.code === 'POSITION_CLOSED')).toBe(true);
  for (const { id } of opened)
    expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 58_990 });
  const { rows } = await floor.database.query(`select 1 from ledger_entries where business_key = any($1)`, [
    opened.map(({ id }) => `close:${id}`),
  ]);
  expect(rows).toHaveLength(4);
});

test('a quote that arrives while an order is being committed is compared with it', async () => {
  const accountId = await floor.openAccount();
  const before = floor.engine.stats.watched;
  const opening = floor.open(accountId, { stopLoss: 59_000 });
  await expect.poll(() => floor.engine.stats.watched, { interval: 1 }).toBeGreaterThan(before);
  floor.quote('BTCUSD', 58_990, 59_000);
  floor.quote('BTCUSD', 60_000, 60_010);
  const { id } = await opening;
  await floor.settle();
  expect(await floor.positionOf(id)).toMatchObject({ closingReason: 1, closedRate: 58_990 });
});

test('the first quote after a start closes, once, the positions whose levels prices passed meanwhile', async () => {
  const accountId = await floor.openAccount();
  const opened = [await floor.open(accountId, { stopLoss: 59_000 }), await floor.open(accountId, { leverage: 10 })];
  const kept = await floor.open(accountId, { takeProfit: 70_000, leverage: 1 });
  await floor.restart();
  expect(floor.engine.stats.watched).toBeGreaterThanOrEqual(3);
  floor.quote('BTCUSD', 50_000, 50_010);
  floor.quote('BTCUSD', 49_000, 49_010);
  await floor.settle();
  for (const { id } of opened) expect(await floor.positionOf(id)).toMatchObject({ closedRate: 50_000 });
  expect((await floor.positionOf(kept.id)).closingReason).toBeNull();
  await floor.restart();
  levelOff();
  await floor.settle();
  expect((await loadSnapshot(floor.database, accountId)).history).toHaveLength(2);
});

test('a closed position is no longer watched', async () => {
  await floor.settle();
  const before = floor.engine.stats.watched;
  const accountId = await floor.openAccount();
  const opened = [await floor.open(accountId), await floor.open(accountId, { stopLoss: 59_000 })];
  expect(floor.engine.stats.watched).toBe(before + 2);
  await floor.desk.close(accountId, { id: opened[0]?.id ?? '', price: 60_000 });
  floor.quote('BTCUSD', 58_900, 58_910);
  await floor.settle();
  expect(floor.engine.stats.watched).toBe(before);
});

test('the books hold in the end', async () => {
  expect(await verifyLedger(floor.database)).toMatchObject({ holds: true });
});
