import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Balance } from '../../../src/lib/contract/entities.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { onPostgres } from '../../support/test-database.ts';
import { friendly } from '../../support/payments/moody-provider.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';

/** The socket events that open pages get when money moves. */

let floor: PayingFloor;
let payer: Payer;
/** The events since the test began, in order, with their payloads. */
let told: { event: string; payload: unknown }[] = [];

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
  const socket = await floor.shop.customerSocket(payer.accessToken);
  socket.onAny((event: string, payload: unknown) => told.push({ event, payload }));
});
beforeEach(() => (told = []));
afterAll(() => floor.close());

const payloadsOf = (event: string) => told.filter((one) => one.event === event).map(({ payload }) => payload);
const lastBalance = () => (payloadsOf('balance') as Balance[]).at(-1)?.balance;
const withdrawal = { method: 'withdraw', amount: -100, comments: 'To my bank' };

test('a credit, a withdrawal and its cancellation are pushed with the new balance', async () => {
  const balance = await payer.balance();
  const order = await payer.deposit();
  await floor.report({ order, status: 'paid' });
  await expect.poll(lastBalance).toBe(balance + 300);
  const { data } = await payer.create(withdrawal);
  await expect.poll(lastBalance).toBe(balance + 200);
  await payer.cancel(data?.transaction_id ?? '');
  await expect.poll(lastBalance).toBe(balance + 300);
  expect(payloadsOf('transactions')).toEqual([null, null, null, null]);
  expect(payloadsOf('positions').length).toBe(payloadsOf('balance').length);
});

test.each([
  ['is declined', { status: 'failed' }],
  ['is held', { status: 'paid', amount: '1.00' }],
] as const)('a deposit that %s is pushed, even if the balance did not change', async (_what, report) => {
  const order = await payer.deposit();
  await expect.poll(() => payloadsOf('transactions')).toHaveLength(1);
  await floor.report({ order, ...report });
  await expect.poll(() => payloadsOf('transactions')).toHaveLength(2);
});

test('a deposit is pushed when it begins, when its provider has named a page, and when it ends', async () => {
  const order = await payer.deposit();
  await expect.poll(() => payloadsOf('transactions')).toHaveLength(1);
  floor.provider.mood = (_order, response) => response.destroy();
  expect((await payer.send(order)).code).toBe('UNAVAILABLE');
  floor.provider.mood = friendly;
  await payer.send(order);
  await expect.poll(() => payloadsOf('transactions')).toHaveLength(2);
  await payer.send(order);
  await floor.report({ order, status: 'failed' });
  await expect.poll(() => payloadsOf('transactions')).toHaveLength(3);
});

test('nobody else is told', async () => {
  const stranger: Socket = await floor.shop.customerSocket((await floor.payer('limited@example.com')).accessToken);
  let leaks = 0;
  stranger.onAny(() => (leaks += 1));
  const balance = await payer.balance();
  const order = await payer.deposit();
  await floor.report({ order, status: 'paid' });
  await expect.poll(lastBalance).toBe(balance + 300);
  await stranger.timeout(10_000).emitWithAck('balance', null);
  expect(leaks).toBe(0);
});

// Only one process can open the embedded database.
if (onPostgres) {
  describe('beside a server on PostgreSQL', () => {
    test('a step that another process makes is pushed with the account', async () => {
      const balance = await payer.balance();
      const { data } = await payer.create(withdrawal);
      await expect.poll(lastBalance).toBe(balance - 100);
      const { app, runtime } = floor.shop;
      const parts = { database: app.database, ...settlingParts(runtime) };
      const transactionId = data?.transaction_id ?? '';
      await stepWithdrawal(parts, { transactionId, step: 'declined', actor: 'operator:ada' });
      await expect.poll(lastBalance).toBe(balance);
      await expect.poll(() => payloadsOf('user')).toHaveLength(1);
      expect(payloadsOf('transactions')).toHaveLength(2);
    });
  });
}
