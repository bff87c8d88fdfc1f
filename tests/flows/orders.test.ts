import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBalance } from '../../src/lib/contract/calls.ts';
import type { Balance, Position, PositionLists } from '../../src/lib/contract/entities.ts';
import type { Acknowledgement } from '../../src/lib/contract/envelope.ts';
import type { Database } from '../../src/server/db/database.ts';
import { verifyLedger } from '../../src/server/ledger/verify-ledger.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp, emitTo } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { createTestRuntime } from '../support/test-runtime.ts';

const runtime = createTestRuntime();
let database: Database;
let shop: TestApp;

beforeAll(async () => {
  database = await openTestDatabase({ template: 'seeded' });
  await start();
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

async function start(): Promise<void> {
  shop = await createTestApp({ database, runtime });
  shop.feed.confirm('BTCUSD', 60_000, 60_010);
}

const order = { direction: 'sell', amount: 100, leverage: 10, price: 60_000, symbol: 'BTCUSD' };

async function enter(email?: string) {
  const { accessToken, user } = await shop.logIn(email);
  return { accessToken, user, socket: await shop.customerSocket(accessToken) };
}

async function ask<Data>(socket: Socket, event: string, payload: unknown): Promise<Data> {
  const answer: Acknowledgement<Data> = await emitTo<Data>(socket, event, payload);
  if (answer.error) throw new Error(`Refused: ${answer.code}`);
  return answer.data;
}

/** The customer's money and positions by HTTP; the socket must say the same. */
async function readAccount({ accessToken, socket }: { accessToken: string; socket: Socket }) {
  const { body } = await shop.call(getBalance, { accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  expect(await ask<Balance>(socket, 'balance', null)).toEqual(body.data.balance);
  expect(await ask<PositionLists>(socket, 'positions', null)).toEqual(body.data.positions);
  return body.data;
}

const cents = (major: number) => Math.round(major * 100);

test('a position survives quotes and a restart, and its profit is in the balance to the cent', async () => {
  let customer = await enter();
  const before = await readAccount(customer);
  const opened = await ask<Position>(customer.socket, 'openPosition', order);
  expect(opened.open_rate).toBe(59_985);
  const held = await readAccount(customer);
  expect(cents(held.balance.freeMargin)).toBe(cents(before.balance.freeMargin) - 10_000);
  expect(held.balance.balance).toBe(before.balance.balance);

  shop.feed.quote('BTCUSD', 59_000, 59_010);
  const moved = (await readAccount(customer)).positions.open.find(({ id }) => id === opened.id);
  // (59,985 − 59,010) × 100.00 × 10 / 59,985
  expect(moved?.profit).toBe(16.25);

  await shop.close();
  await start();
  shop.feed.quote('BTCUSD', 59_000, 59_010);
  customer = await enter();
  const closed = await ask<Position>(customer.socket, 'closePosition', { id: opened.id, price: 59_010 });
  expect(closed).toMatchObject({ closed_rate: 59_010, profit: 16.25, closingReason: 0 });
  const after = await readAccount(customer);
  expect(after.positions.history[0]).toEqual(closed);
  expect(cents(after.balance.balance)).toBe(cents(before.balance.balance) + 1_625);
  expect(cents(after.balance.freeMargin)).toBe(cents(before.balance.freeMargin) + 1_625);
});

test('levels are set, changed and removed by the socket, and a wrong one is named as typed', async () => {
  const customer = await enter();
  shop.feed.quote('BTCUSD', 60_000, 60_010);
  const opened = await ask<Position>(customer.socket, 'openPosition', { ...order, stop_lost: 61_000 });
  expect(opened).toMatchObject({ stop_lost: 61_000, take_profit: null, auto: 0 });
  const { id } = opened;
  const update = (change: object) => emitTo<Position>(customer.socket, 'updatePosition', { id, ...change });
  expect(await update({ take_profit: 59_000 })).toMatchObject({ data: { take_profit: 59_000, stop_lost: 61_000 } });
  expect(await update({ stop_lost: null })).toMatchObject({ data: { take_profit: 59_000, stop_lost: null } });
  const fields = { take_profit: "Can't be higher than 60,010.00", stop_lost: "Can't be lower than 60,010.00" };
  expect(await update({ take_profit: 60_010, stop_lost: 60_000 })).toMatchObject({ code: 'VALIDATION', fields });
  const shown = (await readAccount(customer)).positions.open.find((position) => position.id === id);
  expect(shown).toMatchObject({ take_profit: 59_000, stop_lost: null });
  runtime.advance(1_000);
  shop.feed.quote('BTCUSD', 58_980, 58_990);
  await expect.poll(async () => (await readAccount(customer)).positions.history[0]?.id).toBe(id);
  expect((await readAccount(customer)).positions.history[0]).toMatchObject({ closingReason: 2, closed_rate: 58_990 });
});

test('100 orders sent at once on margin for 10 open exactly 10', async () => {
  const customer = await enter('limited@example.com');
  shop.feed.quote('BTCUSD', 60_000, 60_010);
  const { freeMargin } = (await readAccount(customer)).balance;
  const amount = Math.floor(freeMargin * 10) / 100;
  const sent = { ...order, leverage: 3, amount };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      emitTo<Position>(customer.socket, 'openPosition', { ...sent, request_id: randomUUID() }),
    ),
  );
  expect(answers.filter(({ error }) => !error)).toHaveLength(10);
  const refused = answers.filter((answer) => answer.error && answer.code === 'INSUFFICIENT_MARGIN');
  expect(refused).toHaveLength(90);
  expect((await readAccount(customer)).balance.freeMargin).toBeLessThan(amount);
});

test('a customer who may not trade is told why, and the history keeps the newest 100', async () => {
  const unverified = await enter('new@example.com');
  expect(await emitTo(unverified.socket, 'openPosition', order)).toMatchObject({ code: 'NOT_VERIFIED' });
  const limited = await enter('limited@example.com');
  shop.feed.quote('EURUSD', 1.08, 1.0801);
  const euro = { ...order, symbol: 'EURUSD', price: 1.08 };
  expect(await emitTo(limited.socket, 'openPosition', euro)).toMatchObject({ code: 'NO_ACCESS' });

  const customer = await enter();
  const opened = await Promise.all(
    Array.from({ length: 110 }, () => ask<Position>(customer.socket, 'openPosition', { ...order, amount: 1 })),
  );
  const closes = opened.map(({ id }) => ask<Position>(customer.socket, 'closePosition', { id, price: 60_010 }));
  await Promise.all(closes);
  expect((await readAccount(customer)).positions.history).toHaveLength(100);
});

test('the books hold', async () => {
  expect(await verifyLedger(database)).toMatchObject({ holds: true });
});
