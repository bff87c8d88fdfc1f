import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import type { Payer, PayingFloor } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** What the metrics say about money that waits for an operator: how many items, and how long the oldest has waited. */

let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
});
afterAll(() => floor.close());

const queues = ['withdrawals', 'bank_deposits', 'held_deposits'] as const;

/** Advances the clock by a minute, so that the figures are counted again, and returns them. */
async function figures() {
  floor.shop.runtime.advance(60_000);
  return figuresNow();
}

async function figuresNow() {
  const text = await floor.shop.metrics();
  const value = (name: string, queue: string) =>
    Number(new RegExp(`^${name}\\{queue="${queue}"\\} (.+)$`, 'm').exec(text)?.[1]);
  return Object.fromEntries(
    queues.map((queue) => [queue, [value('queue_waiting', queue), value('queue_oldest_seconds', queue)]]),
  );
}

/** Runs a command for a transaction. */
async function type(...args: string[]): Promise<void> {
  floor.shop.runtime.advance(1_000);
  const { app, runtime } = floor.shop;
  expect((await typeTransactions({ database: app.database, runtime }, args)).ok).toBe(true);
}

async function nothingWaits(): Promise<void> {
  const { rows } = await floor.shop.app.database.query<{ id: string }>(
    `select id::text from transactions where status = 'pending'`,
  );
  for (const { id } of rows) await type('decline', id, '--reason', 'Never mind');
  expect(await figures()).toEqual({ withdrawals: [0, 0], bank_deposits: [0, 0], held_deposits: [0, 0] });
}

test('a withdrawal waits until it is sent, the oldest counts, and figures are at most a minute old', async () => {
  await nothingWaits();
  const withdraw = async () => {
    const { data } = await payer.create({ method: 'withdraw', amount: -10, comments: 'To my bank' });
    return data?.transaction_id ?? '';
  };
  const first = await withdraw();
  expect((await figuresNow()).withdrawals).toEqual([0, 0]);
  expect((await figures()).withdrawals).toEqual([1, 60]);
  await withdraw();
  expect((await figures()).withdrawals).toEqual([2, 120]);
  await type('check', first);
  await type('approve', first);
  expect((await figures()).withdrawals).toEqual([2, 182]);
  await type('send', first);
  expect((await figures()).withdrawals).toEqual([1, 183]);
});

test('a transfer waits until an operator has handled it, a payment by a reporting provider does not wait', async () => {
  await nothingWaits();
  await payer.start();
  const transfer = await payer.deposit({ method: 2 });
  expect((await figures()).bank_deposits).toEqual([1, 60]);
  await type('approve', transfer);
  expect((await figures()).bank_deposits).toEqual([0, 0]);
});

test('a deposit that differs from its request waits from that moment on', async () => {
  await nothingWaits();
  const order = await payer.start();
  expect((await figures()).held_deposits).toEqual([0, 0]);
  await floor.report({ order, status: 'paid', amount: '299.99' });
  expect(await figures()).toEqual({ withdrawals: [0, 0], bank_deposits: [0, 0], held_deposits: [1, 60] });
  await type('approve', order, '--amount', '299.99', '--reason', 'It is what came');
  expect((await figures()).held_deposits).toEqual([0, 0]);
});

test('later reports of a held deposit do not restart its wait, and the time before it was held does not count', async () => {
  await nothingWaits();
  const order = await payer.start();
  await floor.report({ order, status: 'paid' });
  floor.shop.runtime.advance(600_000);
  await floor.report({ order, status: 'refunded' });
  expect((await figures()).held_deposits).toEqual([1, 60]);
  await floor.report({ order, status: 'paid', amount: '1.00' });
  expect((await figures()).held_deposits).toEqual([1, 120]);
  await type('approve', order);
  expect((await figures()).held_deposits).toEqual([0, 0]);
  await floor.report({ order, status: 'paid', amount: '2.00' });
  expect((await figures()).held_deposits).toEqual([1, 60]);
});
