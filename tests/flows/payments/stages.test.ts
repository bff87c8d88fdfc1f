import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { getTransactions } from '../../../src/lib/contract/accounts/account-calls.ts';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { getPaymentOptions } from '../../../src/lib/contract/payments/payment-calls.ts';
import { transactionDetails } from '../../../src/lib/contract/payments/payment-entities.ts';
import { decideOnDeposit } from '../../../src/server/payments/by-hand/decide-on-deposit.ts';
import { returnWithdrawal } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import { payWithinMs } from '../../../src/server/payments/rules/decide-ask.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { answerJson, friendly } from '../../support/payments/moody-provider.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** The stages of transactions in lists and details. */

let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
});
afterEach(() => (floor.provider.mood = friendly));
afterAll(async () => {
  expect(await floor.booksHold()).toBe(true);
  await floor.close();
});

async function listed(id: string): Promise<Transaction | undefined> {
  const { accessToken, user } = await floor.shop.logIn('demo@example.com');
  const call = { ...getTransactions, path: `/api/transactions/get/${user.token}` as const };
  const { body } = await floor.shop.call(call, { accessToken });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data.find(({ transaction_id: own }) => own === id);
}

/** The stage in the list; the details must agree with it. */
async function stageOf(id: string) {
  const [row, { data }] = [await listed(id), await payer.show(id)];
  expect(transactionDetails.safeParse(data).success).toBe(true);
  expect(data).toMatchObject(row ?? {});
  return row?.stage;
}

const parts = () => {
  const { app, runtime } = floor.shop;
  return { database: app.database, ...settlingParts(runtime), amountText: String };
};
const operator = 'operator:ada' as const;

test('a deposit is not started until its provider has named a page', async () => {
  const id = await payer.deposit();
  expect(await stageOf(id), 'no provider was asked yet').toBe('not_started');
  expect((await payer.show(id)).data).toMatchObject({ started: 0 });
  floor.provider.mood = (_order, response) => response.destroy();
  expect((await payer.send(id)).status).toBe(503);
  expect(await stageOf(id), 'the provider did not answer').toBe('not_started');
  floor.provider.mood = ({ order }, response) => answerJson(response, { id: `ref-${order}` });
  await payer.send(id);
  expect(await stageOf(id), 'the provider named no page').toBe('not_started');
  floor.provider.mood = friendly;
  await payer.send(id);
  expect(await stageOf(id)).toBe('opened');
  expect((await payer.show(id)).data).toMatchObject({ started: 1 });
});

test('a deposit is not started if its provider is no longer described', async () => {
  const [asked, never] = [await payer.deposit(), await payer.deposit()];
  floor.provider.mood = (_order, response) => response.destroy();
  await payer.send(asked);
  const dropped = "update payments set provider = 'dropped' where transaction_id = any($1)";
  await floor.shop.app.database.query(dropped, [[asked, never]]);
  expect([await stageOf(asked), await stageOf(never)]).toEqual(['not_started', 'not_started']);
});

/** The deposits that the customer can still pay, as the server lists them. */
async function openOnes(): Promise<{ transaction_id: string; provider: string; amount: number }[]> {
  const { accessToken } = await floor.shop.logIn('demo@example.com');
  const { body } = await floor.shop.call(getPaymentOptions, { accessToken });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data.opened;
}

test('a deposit can be paid until its provider reports something or its customer cancels it', async () => {
  const reported = await payer.deposit({ amount: 310 });
  floor.shop.runtime.advance(1_000);
  const cancelled = await payer.deposit({ amount: 320 });
  for (const id of [reported, cancelled]) await payer.send(id);
  const before = await openOnes();
  const of = (id: string) => before.find(({ transaction_id: own }) => own === id);
  expect([of(reported)?.amount, of(cancelled)?.amount]).toEqual([310, 320]);
  expect(before.findIndex((one) => one === of(cancelled))).toBeLessThan(
    before.findIndex((one) => one === of(reported)),
  );
  await floor.report({ order: reported, status: 'waiting', amount: '310.00' });
  await payer.cancel(cancelled);
  expect([await stageOf(reported), await stageOf(cancelled)]).toEqual(['pending', 'cancelled']);
  const named = (await openOnes()).map(({ transaction_id: id }) => id);
  expect(named).not.toContain(reported);
  expect(named).not.toContain(cancelled);
  await floor.report({ order: cancelled, status: 'paid', amount: '320.00' });
  expect(await stageOf(cancelled), 'paid nevertheless').toBe('approved');
});

test('a deposit that was not started but is paid is credited', async () => {
  const id = await payer.deposit();
  floor.provider.mood = (_order, response) => response.destroy();
  await payer.send(id);
  await floor.report({ order: id, status: 'paid' });
  expect(await stageOf(id)).toBe('approved');
});

test('a deposit that is held, cancelled or not paid in time shows that by its status', async () => {
  const [held, cancelled, late] = [await payer.deposit(), await payer.deposit(), await payer.deposit()];
  for (const id of [held, cancelled, late]) await payer.send(id);
  await floor.report({ order: held, status: 'paid', amount: '1.00' });
  await payer.cancel(cancelled);
  expect([await stageOf(held), await stageOf(cancelled)]).toEqual(['pending', 'cancelled']);
  floor.shop.runtime.advance(payWithinMs);
  await floor.shop.app.payments.work();
  payer = await floor.payer();
  expect(await stageOf(late)).toBe('declined');
});

test('a bank has no page: its transfer is expected from the beginning, and the details name the method', async () => {
  const id = await payer.deposit({ method: 2 });
  expect(await stageOf(id)).toBe('pending');
  expect((await payer.show(id)).data).toMatchObject({ provider: 'moody-bank', asked_amount: null });
});

test('the requested amount is shown if an operator credited another one', async () => {
  const id = await payer.deposit({ method: 2, amount: 1_000 });
  const word = { transactionId: id, verdict: 'approve', amountMinor: 90_000, reason: 'It is what came' } as const;
  expect(await decideOnDeposit({ ...parts(), actor: operator }, word)).toMatchObject({ ok: true });
  expect((await payer.show(id)).data).toMatchObject({
    amount: 900,
    asked_amount: 1_000,
    transaction_status: 'approved',
  });
  const { rows } = await floor.shop.app.database.query(
    'select p.amount_minor as asked, t.amount_minor as credited from payments p join transactions t on t.id = p.transaction_id where t.id = $1',
    [id],
  );
  expect(rows).toEqual([{ asked: 100_000, credited: 90_000 }]);
});

test('a withdrawal is approved, then sent, and perhaps returned', async () => {
  const { data } = await payer.create({ method: 'withdraw', amount: -10, comments: 'To my bank' });
  const id = data?.transaction_id ?? '';
  const stages = [await stageOf(id)];
  for (const step of ['checked', 'approved', 'sent'] as const) {
    floor.shop.runtime.advance(1_000);
    await stepWithdrawal(parts(), { transactionId: id, step, actor: operator });
    stages.push(await stageOf(id));
  }
  await returnWithdrawal({ ...parts(), actor: operator }, { withdrawalId: id, why: 'The bank sent it back' });
  stages.push(await stageOf(id));
  expect(stages).toEqual(['pending', 'pending', 'approved', 'sent', 'returned']);
});
