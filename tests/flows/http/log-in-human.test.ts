import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { login } from '../../../src/lib/contract/calls.ts';
import { attemptAllowances } from '../../../src/server/throttle/attempt-limiter.ts';
import type { VerifierPeer } from '../../support/peers/verifier-peer.ts';
import { startVerifierPeer } from '../../support/peers/verifier-peer.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

/** Log-in on a site with reCAPTCHA. */

let verifier: VerifierPeer;
let shop: TestApp;
let address = 0;

beforeAll(async () => {
  verifier = await startVerifierPeer();
  const keys = { RECAPTCHA_SITE_KEY: 'site-key-1', RECAPTCHA_SECRET_KEY: 'secret-7351' };
  shop = await createTestApp({ env: { ...keys, RECAPTCHA_VERIFY_URL: verifier.url, TRUST_PROXY: 'on' } });
});
afterAll(async () => {
  await shop.close();
  await verifier.close();
});
beforeEach(() => {
  address += 1;
  verifier.asked.length = 0;
  verifier.verdict = { success: true, score: 0.9, action: 'login' };
});

async function logIn(more: Record<string, string>) {
  const response = await fetch(`${shop.url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${address}` },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo1234', ...more }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

test('a person is let in, and the verifier gets no more data than it needs', async () => {
  expect((await logIn({ recaptcha: 'a-token' })).status).toBe(200);
  expect(verifier.asked).toEqual([{ secret: 'secret-7351', response: 'a-token' }]);
});

test.each([
  ['a low score', { success: true, score: 0.4, action: 'login' }],
  ['no success', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['a token for another form', { success: true, score: 0.9, action: 'contact' }],
])('%s is refused, even with the right password', async (_what, verdict) => {
  verifier.verdict = verdict;
  const { status, body } = await logIn({ recaptcha: 'a-token' });
  expectRefusal(status, body, 'NOT_HUMAN');
});

test('a script without a token is refused, without asking the verifier', async () => {
  const { status, body } = await logIn({});
  expectRefusal(status, body, 'NOT_HUMAN');
  expect(verifier.asked).toEqual([]);
});

test('a wrong password is refused, and guesses are still counted', async () => {
  const statuses: number[] = [];
  for (let tried = 0; tried <= attemptAllowances.emailAtAddress.points; tried += 1)
    statuses.push((await logIn({ email: 'limited@example.com', password: 'wrong', recaptcha: 'a-token' })).status);
  expect(statuses).toEqual([...Array.from({ length: attemptAllowances.emailAtAddress.points }, () => 401), 429]);
  expect(verifier.asked).toHaveLength(attemptAllowances.emailAtAddress.points);
});

test('a browser that could not load the check can log in as often as it likes, but guess only a few times an hour', async () => {
  const { points } = attemptAllowances.unchecked;
  for (let opened = 0; opened <= points; opened += 1) expect((await logIn({ recaptcha: '' })).status).toBe(200);
  const statuses: number[] = [];
  for (let tried = 0; tried <= points; tried += 1) {
    // A different email each time, so that no other limit applies.
    const guess = { email: `nobody-${tried}@example.com`, password: 'wrong', recaptcha: '' };
    statuses.push((await logIn(guess)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: points }, () => 401), 429]);
  expect((await logIn({ recaptcha: '' })).status).toBe(429);
  expect((await logIn({ recaptcha: 'a-token' })).status).toBe(200);
  const { rows } = await shop.app.database.query(
    `select event from audit_entries where event = 'log_in_limited' and address = $1`,
    [`203.0.113.${address}`],
  );
  expect(rows).toHaveLength(1);
});

test.each([
  ['is down', 500],
  ['answers nonsense', {}],
  ['does not know our secret', { success: false, 'error-codes': ['invalid-input-secret'] }],
])('a verifier that %s keeps no customer out, and the log says so', async (_what, verdict) => {
  verifier.verdict = verdict;
  shop.log.length = 0;
  expect((await logIn({ recaptcha: 'a-token' })).status).toBe(200);
  expect((await logIn({ recaptcha: 'a-token', password: 'wrong' })).status).toBe(401);
  const warnings = shop.log.filter(({ level }) => level === 'warn');
  expect(warnings).toHaveLength(2);
  expect(JSON.stringify(warnings)).toContain('taken unchecked');
  expect(JSON.stringify(shop.log)).not.toMatch(/secret-7351|a-token|demo1234/);
});
