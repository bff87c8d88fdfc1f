import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { cancelTransaction, createTransaction } from '../../../src/lib/contract/payments/payment-calls.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { sendReport, signReport, startHookedProvider } from '../../support/payments/hooked-provider.ts';
import type { HookedProvider } from '../../support/payments/hooked-provider.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';

/** Many clients move the money of one account at once. */

let provider: HookedProvider;
let shop: TestApp;

beforeAll(async () => {
  provider = await startHookedProvider();
  shop = await createTestApp({ env: provider.env });
  shop.feed.quote('BTCUSD', 60_000, 60_010);
});
afterEach(async () => expect(await verifyLedger(shop.app.database)).toMatchObject({ holds: true }));
afterAll(async () => {
  await shop.close();
  await provider.close();
});

const email = 'demo@example.com';

async function fundsOf(who = email) {
  const { rows } = await shop.app.database.query<{ balance: number; invested: number; reserved: number; own: number }>(
    `select balance_minor as balance, invested_minor as invested, reserved_minor as reserved,
       balance_minor - bonus_minor - credit_minor as own from accounts where email = $1`,
    [who],
  );
  if (!rows[0]) throw new Error('There is no such account');
  return rows[0];
}

/** The amount that can be withdrawn now, in minor units. */
async function withdrawable(): Promise<number> {
  const { balance, invested, own } = await fundsOf();
  return Math.min(balance - invested, own);
}

async function withdraw(accessToken: string, minor: number) {
  const body = { method: 'withdraw', amount: -minor / 100, comments: 'To my bank', request_id: randomUUID() } as const;
  const { status, body: answer } = await shop.call(createTransaction, { accessToken, body });
  const code = answer.status === 'error' ? answer.error.code : undefined;
  return { status, code, id: answer.status === 'success' ? answer.data.transaction_id : '' };
}

const cancel = (accessToken: string, transaction_id: string) =>
  shop.call(cancelTransaction, { accessToken, body: { transaction_id } });

test('of a hundred withdrawals of the whole balance at once, one is accepted', async () => {
  const { accessToken } = await shop.logIn();
  const [wholeMinor, before] = [await withdrawable(), await fundsOf()];
  const answers = await Promise.all(Array.from({ length: 100 }, () => withdraw(accessToken, wholeMinor)));
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
    new Set(['INSUFFICIENT_FUNDS']),
  );
  expect(await fundsOf()).toMatchObject({
    balance: before.balance - wholeMinor,
    reserved: before.reserved + wholeMinor,
  });
  expect((await cancel(accessToken, taken[0]!.id)).status).toBe(200);
  expect(await fundsOf()).toEqual(before);
});

test('withdrawals and orders at once never use the same money', async () => {
  const { accessToken } = await shop.logIn();
  const socket = await shop.customerSocket(accessToken);
  const [whole, before] = [await withdrawable(), await fundsOf()];
  const part = Math.floor(whole / 10);
  const order = () =>
    emitTo<Position>(socket, 'openPosition', {
      ...{ symbol: 'BTCUSD', direction: 'buy', amount: part / 100, leverage: 1, price: 60_010 },
      request_id: randomUUID(),
    });
  const both = Array.from({ length: 15 }, () => [withdraw(accessToken, part), order()] as const);
  const withdrawn = (await Promise.all(both.map(([one]) => one))).filter(({ status }) => status === 200);
  const orders = await Promise.all(both.map(([, other]) => other));
  const opened = orders.flatMap((answer) => (answer.error ? [] : [answer.data]));
  const after = await fundsOf();
  expect(withdrawn.length + opened.length).toBe(10);
  expect(after.balance - after.invested).toBeGreaterThanOrEqual(0);
  expect(after.invested - before.invested).toBe(opened.length * part);
  expect(before.balance - after.balance).toBe(withdrawn.length * part);

  for (const { id } of withdrawn) expect((await cancel(accessToken, id)).status).toBe(200);
  for (const { id } of opened) await emitTo(socket, 'closePosition', { id, price: 60_000 });
});

test('a report that comes fifty times at once is credited once', async () => {
  const { accessToken } = await shop.logIn();
  const before = await fundsOf();
  const body = { method: 1, provider: 'hooked', amount: 300 } as const;
  const { body: begun } = await shop.call(createTransaction, { accessToken, body });
  if (begun.status === 'error') throw new Error(begun.error.code);
  const order = begun.data.transaction_id;
  // The same report repeatedly, and other reports that say the same.
  const reports = Array.from({ length: 50 }, (_, at) =>
    signReport({ event: `event-${at % 5}`, order, status: 'paid', amount: 30_000 }),
  );
  const statuses = await Promise.all(reports.map((report) => sendReport(shop.url, report)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const left = 'select count(*) as count from payment_events where due_at is not null';
  await expect.poll(async () => (await shop.app.database.query(left)).rows).toEqual([{ count: 0 }]);
  expect((await fundsOf()).balance).toBe(before.balance + 30_000);
  const { rows } = await shop.app.database.query('select outcome from payment_events order by outcome');
  expect(rows.map(({ outcome }) => outcome as string).sort()).toEqual([
    ...Array.from({ length: 4 }, () => 'already credited'),
    'credit',
  ]);
});

test('if a customer cancels while an operator approves, one of them is told that it is too late', async () => {
  const { accessToken } = await shop.logIn();
  const before = await fundsOf();
  for (let round = 0; round < 10; round += 1) {
    const { id } = await withdraw(accessToken, 1_000);
    const { app, runtime } = shop;
    const parts = { database: app.database, ...settlingParts(runtime) };
    const lead = (step: 'checked' | 'approved') =>
      stepWithdrawal(parts, { transactionId: id, step, actor: 'operator:ada' });
    await lead('checked');
    const approve = () => lead('approved');
    const call = () => cancel(accessToken, id);
    const [approved, cancelled] =
      round % 2 === 0
        ? await Promise.all([approve(), call()])
        : await Promise.all([call(), approve()]).then(([one, other]) => [other, one] as const);
    expect([approved.ok, cancelled.status]).toSatisfy(
      ([ok, status]) => (ok === true && status === 409) || (ok === false && status === 200),
    );
    if (!approved.ok) continue;
    const declined = await stepWithdrawal(parts, { transactionId: id, step: 'declined', actor: 'operator:ada' });
    expect(declined.ok).toBe(true);
  }
  expect(await fundsOf()).toEqual(before);
});
