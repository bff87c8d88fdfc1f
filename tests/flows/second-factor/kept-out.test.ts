import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgotPassword, loginByCode } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { disableSecondFactor } from '../../../src/lib/contract/accounts/account-calls.ts';
import { wrongCodeAllowances } from '../../../src/server/second-factor/wrong-codes.ts';
import { codeIn, mailsTo } from '../../support/accounts/sent-mails.ts';
import { auditOf, freshAddress, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { enable, forgetFactors, logInAs } from './authenticator.ts';

/**
 * What the audit log records about somebody who has the password or a link, but no code: it is the best sign that one
 * of them was stolen.
 */

const newcomer = 'new@example.com';
let shop: TestApp;
let begunAt = 0;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
beforeEach(() => {
  shop.runtime.advance(1_000);
});
afterEach(() => forgetFactors(shop));
afterAll(() => shop.close());

/** The customer's events since the second factor was switched on. */
const eventsNow = async () =>
  (await auditOf(shop, newcomer, begunAt)).filter(({ event }) => event !== 'password_reset_asked');

async function switchOn() {
  const factor = await enable(shop, newcomer);
  shop.runtime.advance(1_000);
  begunAt = shop.runtime.now();
  return factor;
}

test('a right password without a code', async () => {
  await switchOn();
  expect((await logInAs(shop, newcomer)).code).toBe('SECOND_FACTOR_REQUIRED');
  expect(await eventsNow()).toMatchObject([
    { event: 'second_factor_asked', actor: 'visitor', details: { shown: 'password' } },
  ]);
});

test('a link without a code', async () => {
  await switchOn();
  await visit(shop, forgotPassword, { body: { email: newcomer } });
  await expect.poll(async () => (await mailsTo(shop.dataDir, newcomer)).map(codeIn).at(-1) ?? 'none').not.toBe('none');
  const code = (await mailsTo(shop.dataDir, newcomer)).map(codeIn).find((found) => found !== 'none') ?? '';
  expect((await visit(shop, loginByCode, { params: { code } })).code).toBe('SECOND_FACTOR_REQUIRED');
  expect(await eventsNow()).toMatchObject([{ event: 'second_factor_asked', details: { shown: 'reset-link' } }]);
});

test('the limit of wrong codes, at a log-in and in a session', async () => {
  const { code } = await switchOn();
  const { data } = await logInAs(shop, newcomer, { second_factor: code() });
  const address = freshAddress();
  const wrong = String((Number(code()) + 500_000) % 1_000_000).padStart(6, '0');
  const { points } = wrongCodeAllowances.address;
  const atLogIn = () => logInAs(shop, newcomer, { second_factor: wrong, address });
  const inSession = () =>
    visit(shop, disableSecondFactor, { body: { code: wrong }, accessToken: data?.access_token ?? '', address });
  for (const guess of [atLogIn, inSession]) {
    for (let tried = 0; tried < points; tried += 1) expect((await guess()).code).toBe('SECOND_FACTOR_WRONG');
    begunAt = shop.runtime.now();
    shop.runtime.advance(1);
    expect((await guess()).code).toBe('TOO_MANY_REQUESTS');
    expect((await eventsNow()).filter(({ event }) => event === 'limit_met')).toMatchObject(
      guess === atLogIn ? [{ address, details: { limit: 'second_factor' } }] : [expect.anything()],
    );
  }
});
