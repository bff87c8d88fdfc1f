import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPaymentOptions } from '../../../src/lib/contract/payments/payment-calls.ts';
import type { PaymentOptions } from '../../../src/lib/contract/payments/payment-entities.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { changeLimits } from '../../../src/server/throttle/limits.ts';
import { enable, eventsOf, forgetFactors } from '../second-factor/authenticator.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';

/** Withdrawals of customers: the amount is reserved at once, and released if the withdrawal is cancelled. */

const email = 'limited@example.com';
let floor: PayingFloor;
let payer: Payer;
let before: PaymentOptions;

beforeAll(async () => {
  floor = await openPayingFloor({ TRUST_PROXY: 'on' });
});
beforeEach(async () => {
  payer = await floor.payer(email);
  before = await options();
});
afterEach(async () => {
  expect(await floor.booksHold()).toBe(true);
  await forgetFactors(floor.shop);
});
afterAll(() => floor.close());

async function options(): Promise<PaymentOptions> {
  const { body } = await floor.shop.call(getPaymentOptions, { accessToken: payer.accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

const withdraw = (request: Record<string, unknown> = {}) =>
  payer.create({ method: 'withdraw', amount: -10, comments: 'To my bank', ...request });

async function withdrawn(): Promise<string> {
  const { data, code } = await withdraw();
  if (!data) throw new Error(`A withdrawal was refused: ${String(code)}`);
  return data.transaction_id;
}

function stepBy(step: 'checked' | 'approved' | 'sent' | 'declined', transactionId: string, reason?: string) {
  const { runtime, app } = floor.shop;
  const parts = { database: app.database, ...settlingParts(runtime) };
  runtime.advance(1_000);
  return stepWithdrawal(parts, { transactionId, step, actor: 'operator:ada', ...(reason && { reason }) });
}

const stepsOf = async (id: string) => (await payer.show(id)).data?.steps.map(({ step }) => step);

test('a requested amount leaves the balance at once, and waits', async () => {
  const balance = await payer.balance();
  const id = await withdrawn();
  expect(await payer.balance()).toBe(balance - 10);
  expect(await options()).toMatchObject({ withdrawable: before.withdrawable - 10, reserved: before.reserved + 10 });
  expect((await payer.show(id)).data).toMatchObject({
    ...{ amount: -10, transaction_type_id: 6, transaction_status: 'pending', comments: 'To my bank', cancellable: 1 },
    steps: [{ step: 'requested' }],
  });
});

test('a repeated request finds the first one, even at once', async () => {
  const request = { request_id: randomUUID() };
  const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(request)));
  expect(new Set(answers.map(({ data }) => data?.transaction_id)).size).toBe(1);
  expect((await options()).reserved).toBe(before.reserved + 10);
});

test('a cancelled withdrawal is released to the customer, once', async () => {
  const id = await withdrawn();
  floor.shop.runtime.advance(1_000);
  expect((await payer.cancel(id)).data).toMatchObject({ transaction_status: 'cancelled', cancellable: 0 });
  expect((await payer.cancel(id)).status).toBe(200);
  expect(await options()).toEqual(before);
  expect(await stepsOf(id)).toEqual(['requested', 'cancelled']);
});

test('a checked withdrawal can be cancelled, an approved one cannot', async () => {
  const [checked, approved] = [await withdrawn(), await withdrawn()];
  for (const id of [checked, approved]) await stepBy('checked', id);
  await stepBy('approved', approved);
  expect((await payer.cancel(checked)).status).toBe(200);
  expect(await payer.cancel(approved)).toMatchObject({ status: 409, code: 'TRANSACTION_CLOSED' });
  await stepBy('sent', approved);
  expect(await stepsOf(approved)).toEqual(['requested', 'checked', 'approved', 'sent']);
  expect(await options()).toMatchObject({ reserved: before.reserved, withdrawable: before.withdrawable - 10 });
});

test('a declined customer reads the reason', async () => {
  const id = await withdrawn();
  await stepBy('declined', id, 'The account is not yours.');
  expect((await payer.show(id)).data).toMatchObject({
    transaction_status: 'declined',
    reason: 'The account is not yours.',
  });
  expect(await options()).toEqual(before);
});

describe('a withdrawal is refused', () => {
  test('for more than can be withdrawn, and the message says how much that is', async () => {
    const { withdrawable } = before;
    const most = Number.isInteger(withdrawable) ? withdrawable : withdrawable.toFixed(2);
    expect(await withdraw({ amount: -(withdrawable + 0.01) })).toMatchObject({
      code: 'VALIDATION',
      fields: { amount: `Maximum withdraw can be € ${most}` },
    });
    expect((await withdraw({ amount: -withdrawable })).status).toBe(200);
    expect(await withdraw()).toMatchObject({ status: 422, code: 'INSUFFICIENT_FUNDS' });
  });

  test.each([
    ['no comments', { comments: undefined }, { comments: 'Comments is required' }],
    ['blank comments', { comments: '  ' }, { comments: 'Comments is required' }],
    ['a positive amount', { amount: 10 }, { amount: 'The amount of a withdrawal must be negative' }],
    ['no amount', { amount: 0 }, { amount: 'Amount is required' }],
    ['parts of a cent', { amount: -0.001 }, { amount: 'Amount can have up to two decimal places' }],
  ])('with %s', async (_what, request, fields) => {
    expect(await withdraw(request)).toMatchObject({ code: 'VALIDATION', fields });
  });

  test('for a customer without money', async () => {
    payer = await floor.payer('new@example.com');
    expect(await withdraw()).toMatchObject({ status: 422, code: 'INSUFFICIENT_FUNDS' });
  });
});

describe('with the second factor on', () => {
  const wrong = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');

  // The tests before have spent the customer's money.
  beforeAll(async () => {
    await floor.report({ order: await (await floor.payer(email)).deposit(), status: 'paid' });
  });

  test('a code is required, a wrong one reserves nothing, and the right one is used up', async () => {
    const { accessToken, code, device } = await enable(floor.shop, email);
    payer = { ...(await floor.payer('new@example.com')), accessToken };
    const asked = (request: object) => askAs(accessToken, { device, ...request });
    expect(await asked({})).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' });
    expect(await asked({ code: wrong(code()) })).toMatchObject({ status: 401, code: 'SECOND_FACTOR_WRONG' });
    before = await options();
    const used = code();
    expect((await asked({ code: used })).status).toBe(200);
    expect((await options()).reserved).toBe(before.reserved + 10);
    expect(await asked({ code: used })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    expect((await eventsOf(floor.shop, email)).filter((event) => event === 'second_factor_refused')).toHaveLength(2);
  });

  test('wrong codes are counted although nothing else about them is stored', async () => {
    const { accessToken, code } = await enable(floor.shop, email);
    const guess = () => askAs(accessToken, { code: wrong(code()) });
    const guesses = [];
    do guesses.push(await guess());
    while (guesses.length < 100 && guesses.at(-1)?.code === 'SECOND_FACTOR_WRONG');
    expect(guesses.at(-1)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(await askAs(accessToken, { code: code() }), 'the right one comes too late').toMatchObject({ status: 429 });
    expect(await eventsOf(floor.shop, email)).toContain('limit_met');
  });

  async function askAs(accessToken: string, request: object) {
    const body = { method: 'withdraw', amount: -10, comments: 'To my bank', ...request };
    const response = await fetch(`${floor.shop.url}/api/transactions/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { error } = (await response.json()) as { error?: { code: string } };
    return { status: response.status, code: error?.code };
  }
});

test('deposits and withdrawals are limited by the hour, and refused ones do not count', async () => {
  payer = await floor.payer('demo@example.com');
  const { points } = changeLimits.counters.deposit;
  for (let times = 0; times < 3; times += 1) expect((await payer.create({ amount: 1 })).code).toBe('VALIDATION');
  // In batches, because more concurrent calls of one customer would be refused by another limit.
  const atOnce = 100;
  for (let begun = 0; begun < points; begun += atOnce) {
    const answers = await Promise.all(Array.from({ length: Math.min(atOnce, points - begun) }, () => payer.create()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  expect(await payer.create()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  expect((await withdraw({ amount: -1 })).status).toBe(200);
}, 60_000);
