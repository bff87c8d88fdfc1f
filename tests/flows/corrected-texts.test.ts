import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgotPassword, register } from '../../src/lib/contract/accounts/sign-in-calls.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { createTransaction } from '../../src/lib/contract/payments/payment-calls.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp, emitTo } from '../support/test-app.ts';

/** The brand's switch for corrected texts, off and on: what the server says to callers. */

const form = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'demo@example.com', password: 'x'.repeat(201) },
  ...{ phone: '+44 20 7946 0018', agree: false },
};
const order = { direction: 'buy', amount: 10, leverage: 3, price: 60_010, symbol: 'BTCUSD' };

const shops = new Map<string, TestApp>();
beforeAll(async () => {
  const open = (env: Record<string, string>) => createTestApp({ env: { REGISTRATION: 'on', ...env } });
  shops.set('quoted', await open({})).set('corrected', await open({ CORRECTED_TEXTS: 'on' }));
});
afterAll(() => Promise.all([...shops.values()].map((shop) => shop.close())));

test.each([
  [
    'quoted',
    { agree: 'You must to agree to Terms & Conditions', password: 'Password has maximum 200 characters' },
    { unknown: 'Email is not exist.', unverified: 'The account is not verified' },
    /^Maximum withdraw can be € [\d,.]+$/,
    { comments: 'Comments is required' },
  ],
  [
    'corrected',
    { agree: 'Please agree to the terms and conditions', password: 'Password can have up to 200 characters' },
    { unknown: "We couldn't find an account with this email.", unverified: "Your account isn't verified yet" },
    /^You can withdraw up to € [\d,.]+$/,
    { comments: 'Comments are required' },
  ],
])('replies have the %s texts', async (name, fields, { unknown, unverified }, tooMuch, uncommented) => {
  const shop = shops.get(name);
  if (!shop) throw new Error('the app did not start');
  const say = async (call: Pick<Call, 'path'>, body: object, accessToken = '') => {
    const headers = {
      'content-type': 'application/json',
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    };
    const answer = await fetch(shop.url + call.path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as unknown;
  };
  expect(await say(register, form)).toMatchObject({ error: { fields } });
  expect(await say(forgotPassword, { email: 'nobody@example.com' })).toMatchObject({ error: { message: unknown } });

  const { accessToken } = await shop.logIn();
  const withdrawal = { method: 'withdraw', amount: -1_000_000, comments: 'To my bank' };
  expect(await say(createTransaction, withdrawal, accessToken)).toMatchObject({
    error: { fields: { amount: expect.stringMatching(tooMuch) as string } },
  });
  const bare = { method: 'withdraw', amount: -10 };
  expect(await say(createTransaction, bare, accessToken)).toMatchObject({ error: { fields: uncommented } });

  shop.feed.confirm('BTCUSD', 60_000, 60_010);
  const newcomer = await shop.logIn('new@example.com');
  const socket = await shop.customerSocket(newcomer.accessToken);
  expect(await emitTo(socket, 'openPosition', order)).toMatchObject({ error: true, message: unverified });
});
