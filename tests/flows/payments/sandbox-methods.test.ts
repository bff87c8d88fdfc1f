import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTransaction,
  getPaymentOptions,
  getTransaction,
  sendTransaction,
} from '../../../src/lib/contract/payments/payment-calls.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** The three methods of the simulated provider. */

let server: TestApp;
let accessToken: string;
let token: string;
beforeAll(async () => {
  server = await createTestApp();
  const entered = await server.logIn();
  accessToken = entered.accessToken;
  token = entered.user.token;
});
afterAll(() => server.close());

async function begin(method: number): Promise<string> {
  const { body } = await server.call(createTransaction, { accessToken, body: { method, amount: 300 } });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data.transaction_id;
}

async function statusOf(transactionId: string): Promise<string> {
  const { body } = await server.call(getTransaction, { accessToken, body: { transaction_id: transactionId } });
  return body.status === 'success' ? body.data.transaction_status : body.error.code;
}

test('card, bank transfer and wallet are offered as simulations, and the start logs a warning', async () => {
  const { body } = await server.call(getPaymentOptions, { accessToken, body: { token } });
  const methods = body.status === 'success' ? body.data.methods : [];
  expect(methods).toMatchObject([
    { method: 1, kind: 'send', provider: 'sandbox', simulated: 1, by_hand: 0 },
    { method: 2, kind: 'bank', provider: 'bank', simulated: 1, by_hand: 1 },
    { method: 3, kind: 'widget', provider: 'sandbox-wallet', simulated: 1, by_hand: 0 },
  ]);
  expect(methods[1]?.account?.map(({ value }) => value)).toContainEqual(expect.stringMatching(/^DE00 /));
  const warnings = server.log.filter(({ level }) => level === 'warn').map(({ msg }) => String(msg));
  expect(warnings).toContainEqual(expect.stringContaining('payments are simulated'));
});

test('a wallet is paid in an iframe of the deposit, and its payment is reported as its own', async () => {
  const transactionId = await begin(3);
  const path = sendTransaction.path.replace('{provider}', 'sandbox-wallet') as typeof sendTransaction.path;
  const named = { transaction_id: transactionId, lang: 'en' };
  const { body } = await server.call({ ...sendTransaction, path }, { accessToken, body: named });
  if (body.status === 'error') throw new Error(body.error.code);
  const { pathname } = new URL(body.data.redirect_url ?? '');
  expect(pathname).toMatch(/^\/sandbox\/pay\/wallet\.[\w-]{32}$/);
  const page = await fetch(server.url + pathname);
  expect(page.headers.get('x-frame-options')).toBeNull();
  expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self' http:\/\/localhost:\d+/);
  // What a browser sends from an iframe with an origin of its own.
  const headers = {
    ...{ 'content-type': 'application/x-www-form-urlencoded', origin: 'null', 'sec-fetch-site': 'cross-site' },
  };
  const paid = await fetch(server.url + pathname, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: 'choice=approve',
  });
  expect([paid.status, paid.headers.get('location')]).toEqual([303, pathname]);
  // The page stays in the iframe: nothing on it leads to the site.
  expect(await (await fetch(server.url + pathname)).text()).not.toContain('href="http');
  await server.app.payments.work();
  expect(await statusOf(transactionId)).toBe('approved');
});

test('a bank transfer waits for an operator', async () => {
  const transactionId = await begin(2);
  await server.app.payments.work();
  expect(await statusOf(transactionId)).toBe('pending');
});
