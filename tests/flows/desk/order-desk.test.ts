import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskResult } from '../../../src/server/trading/desk-command.ts';
import { loadSnapshot } from '../../../src/server/trading/position-rows.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { openTradingFloor, orderOf } from '../../support/trading-floor.ts';

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});

afterAll(() => floor.close());

const codes = (results: DeskResult[]) => results.map((result) => (result.ok ? 'OK' : result.problem.code));
const count = (results: DeskResult[], code: string) => codes(results).filter((found) => found === code).length;

async function opened(accountId: number, parts: Parameters<typeof orderOf>[0] = {}) {
  const result = await floor.desk.open(accountId, orderOf(parts));
  if (!result.ok) throw new Error(`The order was refused: ${result.problem.code}`);
  return result.position;
}

test('100 orders at once on free margin for 10 open exactly 10', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 100_000 });
  const results = await Promise.all(Array.from({ length: 100 }, () => floor.desk.open(accountId, orderOf())));
  expect(count(results, 'OK')).toBe(10);
  expect(count(results, 'INSUFFICIENT_MARGIN')).toBe(90);
  const snapshot = await loadSnapshot(floor.database, accountId);
  expect(snapshot.open).toHaveLength(10);
  expect(snapshot.investedMinor).toBe(100_000);
  expect(snapshot.balanceMinor).toBe(100_000);
});

test('an order fills at the server’s quote with the opening spread, never at the trader’s price', async () => {
  const accountId = await floor.openAccount();
  const position = await opened(accountId, { price: 60_100 });
  expect(position).toMatchObject({ openRate: 60_025.0025, closedAt: null, profitMinor: null, amountMinor: 10_000 });
  expect((await loadSnapshot(floor.database, accountId)).open).toEqual([position]);
});

test('a close posts its profit to the balance and frees the amount', async () => {
  const accountId = await floor.openAccount();
  const { id } = await opened(accountId);
  const result = await floor.desk.close(accountId, { id, price: 60_000 });
  // (60,000 − 60,025.0025) × 100.00 × 5 / 60,025.0025 = −0.2083
  expect(result).toMatchObject({ ok: true, position: { closedRate: 60_000, profitMinor: -21, closingReason: 0 } });
  const snapshot = await loadSnapshot(floor.database, accountId);
  expect(snapshot).toMatchObject({ balanceMinor: 99_979, investedMinor: 0, open: [] });
  expect(result.ok && snapshot.history[0]).toEqual(result.ok && result.position);
  const { rows } = await floor.database.query(
    `select book, amount_minor, balance_after_minor from ledger_postings p join ledger_entries e on e.id = p.entry_id
     where e.business_key = $1 order by line`,
    [`close:${id}`],
  );
  expect(rows).toEqual([
    { book: 'customer', amount_minor: -21, balance_after_minor: 99_979 },
    { book: 'house', amount_minor: 21, balance_after_minor: null },
  ]);
});

test('a repeated request opens one position: at once, later, and after its close', async () => {
  const accountId = await floor.openAccount();
  const order = orderOf({ requestId: randomUUID() });
  const together = await Promise.all(Array.from({ length: 20 }, () => floor.desk.open(accountId, order)));
  const later = await floor.desk.open(accountId, order);
  const ids = new Set([...together, later].map((result) => result.ok && result.position.id));
  expect(ids.size).toBe(1);
  const [id] = ids;
  expect(await floor.desk.close(accountId, { id: String(id), price: 60_000 })).toMatchObject({ ok: true });
  const afterClose = await floor.desk.open(accountId, order);
  expect(afterClose).toMatchObject({ ok: true, position: { id, closedRate: 60_000 } });
  const snapshot = await loadSnapshot(floor.database, accountId);
  expect([snapshot.open.length, snapshot.history.length, snapshot.investedMinor]).toEqual([0, 1, 0]);
});

test('the same request id of two accounts opens one position each', async () => {
  const requestId = randomUUID();
  const accountIds = [await floor.openAccount(), await floor.openAccount()];
  const results = await Promise.all(accountIds.map((id) => floor.desk.open(id, orderOf({ requestId }))));
  expect(new Set(results.map((result) => result.ok && result.position.id)).size).toBe(2);
});

test('of two closes at once, one closes and the other learns of it', async () => {
  const accountId = await floor.openAccount();
  const { id } = await opened(accountId);
  const close = () => floor.desk.close(accountId, { id, price: 60_000 });
  expect(codes(await Promise.all([close(), close()])).sort()).toEqual(['OK', 'POSITION_CLOSED']);
  expect(codes([await close()])).toEqual(['POSITION_CLOSED']);
});

test('another customer’s position is as unknown as one that never existed', async () => {
  const [owner, stranger] = [await floor.openAccount(), await floor.openAccount()];
  const { id } = await opened(owner);
  const results = await Promise.all([
    floor.desk.close(stranger, { id, price: 60_000 }),
    floor.desk.close(stranger, { id: randomUUID(), price: 60_000 }),
  ]);
  expect(codes(results)).toEqual(['POSITION_NOT_FOUND', 'POSITION_NOT_FOUND']);
  expect((await loadSnapshot(floor.database, owner)).open).toHaveLength(1);
});

test('the amount that a close frees is available to the next order in the queue', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 10_000 });
  const { id } = await opened(accountId);
  const results = await Promise.all([
    floor.desk.open(accountId, orderOf({ amountMinor: 9_000 })),
    floor.desk.close(accountId, { id, price: 60_000 }),
    floor.desk.open(accountId, orderOf({ amountMinor: 9_000 })),
  ]);
  expect(codes(results)).toEqual(['INSUFFICIENT_MARGIN', 'OK', 'OK']);
});

test('an order is refused if the account may not trade, a value is unknown or the quote is stale', async () => {
  const unverified = await floor.openAccount({ verified: false });
  const limited = await floor.openAccount({ categoryIds: [3], customLeverage: { crypto: [0, 1] } });
  const open = (accountId: number, parts = {}) => floor.desk.open(accountId, orderOf(parts));
  floor.market.quote('EURUSD', 1.08, 1.0801, floor.clock.now - 15_001);
  const results = await Promise.all([
    open(unverified),
    open(limited, { symbol: 'EURUSD', price: 1.0801 }),
    open(limited, { leverage: 5 }),
    open(limited, { leverage: 3, price: 61_000 }),
    open(limited, { leverage: 3 }),
    open(await floor.openAccount(), { symbol: 'EURUSD', price: 1.0801 }),
    open(limited, { symbol: 'NONE' }),
  ]);
  floor.market.quote('EURUSD', 1.08, 1.0801);
  expect(codes(results)).toEqual([
    'NOT_VERIFIED',
    'NO_ACCESS',
    'LEVERAGE_NOT_ALLOWED',
    'PRICE_MOVED',
    'OK',
    'UNAVAILABLE',
    'UNKNOWN_SYMBOL',
  ]);
});

test('listeners are told which accounts a commit changed, after the answers', async () => {
  const [changed, refused] = [await floor.openAccount(), await floor.openAccount({ balanceMinor: 0 })];
  const order: string[] = [];
  const told = new Promise<number[]>((resolve) => {
    const stop = floor.desk.onCommitted((accountIds) => {
      order.push('told');
      stop();
      resolve(accountIds);
    });
  });
  const answers = [changed, refused].map((id) => floor.desk.open(id, orderOf()).then(() => order.push('answered')));
  await Promise.all(answers);
  expect(await told).toEqual([changed]);
  expect(order).toEqual(['answered', 'answered', 'told']);
});

test('unchanged levels succeed, but nothing is written and nobody is told', async () => {
  const [accountId, other] = [await floor.openAccount(), await floor.openAccount()];
  const told: number[] = [];
  const stop = floor.desk.onCommitted((accountIds) => void told.push(...accountIds));
  const { id } = await opened(accountId, { takeProfit: 61_000, stopLoss: 59_000 });
  const version = () => floor.database.query('select xmin::text, ctid::text from positions where id = $1', [id]);
  const { rows: before } = await version();
  for (const change of [{}, { takeProfit: 61_000 }, { takeProfit: 61_000, stopLoss: 59_000 }]) {
    const result = await floor.desk.update(accountId, { id, change });
    expect(result).toMatchObject({ ok: true, position: { id, takeProfit: 61_000, stopLoss: 59_000 } });
  }
  expect((await version()).rows).toEqual(before);
  await floor.desk.update(accountId, { id, change: { takeProfit: 62_000 } });
  await opened(other);
  await expect.poll(() => told).toEqual([accountId, accountId, other]);
  stop();
});

test('drain resolves when nothing is under way', async () => {
  const accountId = await floor.openAccount();
  let answers = 0;
  const orders = Array.from({ length: 5 }, () => floor.desk.open(accountId, orderOf()).then(() => (answers += 1)));
  await floor.desk.drain();
  await Promise.resolve();
  expect(answers).toBe(5);
  await Promise.all(orders);
  await floor.desk.drain();
});
