import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import type { Payer, PayingFloor } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
});
afterAll(() => floor.close());

test('the customer is told that the payment differs from the request, and is not asked to cancel', async () => {
  const order = await payer.start();
  expect((await payer.show(order)).data).toMatchObject({ cancellable: 1, checked_by_hand: 0 });
  await floor.report({ order, status: 'paid', amount: '299.99' });
  expect((await payer.show(order)).data).toMatchObject({
    ...{ transaction_status: 'pending', cancellable: 0, checked_by_hand: 1, reason: null },
  });
});

test('the customer of a cancelled deposit is told that the payment differs from the request', async () => {
  const order = await payer.start();
  expect((await payer.cancel(order)).data).toMatchObject({ transaction_status: 'cancelled', checked_by_hand: 0 });
  await floor.report({ order, status: 'paid', currency: 'USD' });
  expect((await payer.show(order)).data).toMatchObject({ transaction_status: 'cancelled', checked_by_hand: 1 });
});

test('a credited deposit does not look held to its customer, whatever is reported later', async () => {
  const order = await payer.start();
  await floor.report({ order, status: 'paid' });
  await floor.report({ order, status: 'refunded' });
  expect((await payer.show(order)).data).toMatchObject({ transaction_status: 'approved', checked_by_hand: 0 });
});

test('the reason of a decline is no longer shown once the money has come after all', async () => {
  const order = await payer.start();
  const { app, runtime } = floor.shop;
  const reason = 'Nothing has come';
  await typeTransactions({ database: app.database, runtime }, ['decline', order, '--reason', reason]);
  expect((await payer.show(order)).data).toMatchObject({ transaction_status: 'declined', reason });
  runtime.advance(1_000);
  await floor.report({ order, status: 'paid' });
  expect((await payer.show(order)).data).toMatchObject({ transaction_status: 'approved', reason: null });
});
