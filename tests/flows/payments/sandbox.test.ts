import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTransaction,
  getPaymentOptions,
  getTransaction,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-calls.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { payWithinMs } from '../../../src/server/payments/rules/decide-ask.ts';
import { createSandboxReports } from '../../../src/server/payments/sandbox/sandbox-driver.ts';
import type { SandboxPayment } from '../../../src/server/payments/sandbox/sandbox-rows.ts';
import { findByReference } from '../../../src/server/payments/sandbox/sandbox-rows.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, testMasterKey } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** The simulated provider as a browser meets it, and its reports, which work like any provider's. */

const runtime = createTestRuntime();
let database: Database;
let server: TestApp;

beforeAll(async () => {
  database = await openTestDatabase({ template: 'seeded' });
  server = await createTestApp({ database, runtime });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

interface Begun {
  accessToken: string;
  transactionId: string;
  reference: string;
}

/** A deposit of 300.00 whose customer has reached the provider's page. */
async function begin(lang = 'en'): Promise<Begun> {
  const { accessToken } = await server.logIn();
  const request = { method: 1, amount: 300 };
  const { body: created } = await server.call(createTransaction, { accessToken, body: request });
  if (created.status === 'error') throw new Error(created.error.code);
  const { transaction_id: transactionId } = created.data;
  const path = sendTransaction.path.replace('{provider}', 'sandbox') as typeof sendTransaction.path;
  const named = { transaction_id: transactionId, lang };
  const { body: sent } = await server.call({ ...sendTransaction, path }, { accessToken, body: named });
  if (sent.status === 'error') throw new Error(sent.error.code);
  const address = new URL(sent.data.redirect_url ?? '');
  expect(address.pathname).toMatch(/^\/sandbox\/pay\/[\w-]{32}$/);
  return { accessToken, transactionId, reference: address.pathname.split('/').at(-1) ?? '' };
}

const pay = (reference: string, choice: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/sandbox/pay/${reference}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ choice }).toString(),
  });

async function pageOf(reference: string) {
  const response = await fetch(`${server.url}/sandbox/pay/${reference}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

async function statusOf({ accessToken, transactionId }: Begun): Promise<string> {
  const { body } = await server.call(getTransaction, { accessToken, body: { transaction_id: transactionId } });
  return body.status === 'success' ? body.data.transaction_status : body.error.code;
}

async function creditsOf({ transactionId }: Begun): Promise<number> {
  const text = 'select count(*)::int as count from ledger_entries where business_key = $1';
  const { rows } = await database.query<{ count: number }>(text, [`deposit:${transactionId}`]);
  return rows[0]?.count ?? NaN;
}

test('approved: the customer is sent back, and the money is credited once', async () => {
  const begun = await begin();
  const first = await pay(begun.reference, 'approve');
  expect(first.status).toBe(303);
  expect(first.headers.get('location')).toBe(`${server.url}/payment/return?transaction=${begun.transactionId}`);
  await expect.poll(() => statusOf(begun)).toBe('approved');
  // The same choice again also leads back to the site; a different one leads to the page with the first choice.
  expect((await pay(begun.reference, 'approve')).headers.get('location')).toContain('/payment/return');
  expect((await pay(begun.reference, 'decline')).headers.get('location')).toBe(`/sandbox/pay/${begun.reference}`);
  await server.app.payments.work();
  expect(await statusOf(begun)).toBe('approved');
  expect(await creditsOf(begun)).toBe(1);
  const { html } = await pageOf(begun.reference);
  expect(html).toContain('reported as paid');
  expect(html).not.toContain('<form');
  expect(await verifyLedger(database)).toMatchObject({ holds: true });
});

test('declined: nothing is credited', async () => {
  const begun = await begin();
  expect((await pay(begun.reference, 'decline')).status).toBe(303);
  await expect.poll(() => statusOf(begun)).toBe('declined');
  expect(await creditsOf(begun)).toBe(0);
  expect((await pageOf(begun.reference)).html).toContain('reported as declined');
});

test('paid later: credited at its time, even after a restart', async () => {
  const begun = await begin();
  await pay(begun.reference, 'later');
  runtime.advance(14_999);
  await server.app.payments.work();
  expect(await statusOf(begun)).toBe('pending');
  expect((await pageOf(begun.reference)).html).toContain('in a moment');
  await server.close();
  server = await createTestApp({ database, runtime });
  runtime.advance(1);
  await server.app.payments.work();
  expect(await statusOf(begun)).toBe('approved');
  expect(await creditsOf(begun)).toBe(1);
});

test('never answered: it waits for a day and then has failed', async () => {
  const begun = await begin();
  expect((await pay(begun.reference, 'silent')).status).toBe(303);
  runtime.advance(60_000);
  await server.app.payments.work();
  expect(await statusOf(begun)).toBe('pending');
  expect((await pageOf(begun.reference)).html).toContain('No response');
  runtime.advance(payWithinMs);
  await server.app.payments.work();
  const { accessToken } = await server.logIn();
  expect(await statusOf({ ...begun, accessToken })).toBe('declined');
});

test('of two choices at once, one counts', async () => {
  const begun = await begin();
  await Promise.all(['approve', 'decline', 'approve', 'decline'].map((choice) => pay(begun.reference, choice)));
  await expect.poll(() => statusOf(begun)).toMatch(/approved|declined/);
  await server.app.payments.work();
  const state = (await findByReference(database, begun.reference))?.state;
  expect(await statusOf(begun)).toBe(state === 'paid' ? 'approved' : 'declined');
  expect(await creditsOf(begun)).toBe(state === 'paid' ? 1 : 0);
});

async function deliver(
  payment: SandboxPayment,
  change: (sent: { body: Buffer; signature: string }) => void = () => {},
) {
  const { body, headers } = createSandboxReports(testMasterKey).write({ ...payment, state: 'paid' });
  const sent = { body, signature: headers['x-sandbox-signature'] ?? '' };
  change(sent);
  const response = await fetch(`${server.url}/api/transaction/update/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': sent.signature },
    body: new Uint8Array(sent.body),
  });
  return response.status;
}

async function paymentOf({ reference }: Begun): Promise<SandboxPayment> {
  const payment = await findByReference(database, reference);
  if (!payment) throw new Error('there is no such payment');
  return payment;
}

test('a report that it did not sign is refused, a signed one is accepted as often as it comes', async () => {
  const begun = await begin();
  const payment = await paymentOf(begun);
  const forged = [
    await deliver(payment, (sent) => (sent.signature = '')),
    await deliver(payment, (sent) => (sent.signature = sent.signature.replace(/^../, 'zz'))),
    await deliver(payment, (sent) => (sent.body = Buffer.from(sent.body.toString().replace('30000', '90000')))),
  ];
  expect(forged).toEqual([401, 401, 401]);
  await server.app.payments.work();
  expect(await statusOf(begun)).toBe('pending');
  expect([await deliver(payment), await deliver(payment)]).toEqual([200, 200]);
  await expect.poll(() => statusOf(begun)).toBe('approved');
  expect(await creditsOf(begun)).toBe(1);
});

test('a report of another amount credits nothing', async () => {
  const begun = await begin();
  expect(await deliver({ ...(await paymentOf(begun)), amountMinor: 29_999 })).toBe(200);
  await server.app.payments.work();
  expect(await statusOf(begun)).toBe('pending');
  expect(await creditsOf(begun)).toBe(0);
});

test('the page is in the customer’s language, and allows no foreign content', async () => {
  for (const lang of ['de', 'it', 'es']) {
    const { reference } = await begin(lang);
    const { html, headers } = await pageOf(reference);
    expect(html).toContain(`<html lang="${lang}"`);
    expect(html).not.toMatch(/sandbox\.\w+/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${server.url}`);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('an unknown payment, an unknown choice, or a request from another site changes nothing', async () => {
  const begun = await begin();
  const { status, html } = await pageOf('a'.repeat(32));
  expect([status, html.includes("We couldn't find this payment")]).toEqual([404, true]);
  const answers = [
    await pay('a'.repeat(32), 'approve'),
    await pay(begun.reference, 'steal'),
    await pay(begun.reference, 'approve', { 'sec-fetch-site': 'cross-site' }),
    await pay(begun.reference, 'approve', { origin: 'https://elsewhere.example' }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([404, 400, 403, 403]);
  await server.app.payments.work();
  expect(await statusOf(begun)).toBe('pending');
});

test('when off, there is neither the method nor its pages', async () => {
  const bare = await createTestApp({ env: { PAYMENTS_SANDBOX: 'off' } });
  try {
    const { accessToken, user } = await bare.logIn();
    const { body } = await bare.call(getPaymentOptions, { accessToken, body: { token: user.token } });
    expect(body).toMatchObject({ status: 'success', data: { methods: [] } });
    expect((await fetch(`${bare.url}/sandbox/pay/${'a'.repeat(32)}`)).status).toBe(404);
    expect((await fetch(`${bare.url}/api/transaction/update/sandbox`, { method: 'POST' })).status).toBe(404);
  } finally {
    await bare.close();
  }
});
