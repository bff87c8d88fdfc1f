import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword, register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { signInLimits } from '../../../src/server/throttle/limits.ts';
import { freshAddress, visit } from '../../support/accounts/visitor.ts';
import type { VerifierPeer } from '../../support/peers/verifier-peer.ts';
import { startVerifierPeer } from '../../support/peers/verifier-peer.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** Registration and a forgotten password on a site with reCAPTCHA. */

let verifier: VerifierPeer;
let shop: TestApp;

beforeAll(async () => {
  verifier = await startVerifierPeer();
  const keys = { RECAPTCHA_SITE_KEY: 'site-key-1', RECAPTCHA_SECRET_KEY: 'secret-7351' };
  const env = { ...keys, RECAPTCHA_VERIFY_URL: verifier.url, REGISTRATION: 'on', TRUST_PROXY: 'on' };
  shop = await createTestApp({ env });
});
afterAll(async () => {
  await shop.close();
  await verifier.close();
});
beforeEach(() => void (verifier.asked.length = 0));

const form = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'quiet-7351',
  phone: '+44 20 7946 0018',
  agree: true,
};

describe.each([
  // The email is taken, so no account is opened: these tests are only about the checks before that.
  { call: register, action: 'register', body: { ...form, email: 'demo@example.com' }, answer: 'EMAIL_TAKEN' },
  { call: forgotPassword, action: 'forgot', body: { email: 'nobody@example.com' }, answer: 'EMAIL_UNKNOWN' },
])('$call.name', ({ call, action, body, answer }) => {
  const send = (recaptcha?: string, address = freshAddress()) =>
    visit(shop, call, { body: { ...body, recaptcha }, address });

  test('continues for a person, and the verifier gets no more data than it needs', async () => {
    verifier.verdict = { success: true, score: 0.9, action };
    expect((await send('a-token')).code).toBe(answer);
    expect(verifier.asked).toEqual([{ secret: 'secret-7351', response: 'a-token' }]);
  });

  test.each([
    ['a low score', { success: true, score: 0.4 }],
    ['a token for another form', { success: true, score: 0.9, action: 'login' }],
  ])('is refused with %s', async (_what, verdict) => {
    verifier.verdict = { action, ...verdict };
    expect((await send('a-token')).code).toBe('NOT_HUMAN');
  });

  test('is refused to a script without a token, without asking the verifier', async () => {
    expect((await send()).code).toBe('NOT_HUMAN');
    expect(verifier.asked).toEqual([]);
  });

  test.each([
    ['that could not load the check', '', { success: true, score: 0.9 }],
    ['while the verifier is down', 'a-token', 500],
  ])('continues a few times an hour for a browser %s', async (_what, token, verdict) => {
    verifier.verdict = verdict;
    const address = freshAddress();
    const codes: (string | undefined)[] = [];
    for (let tried = 0; tried <= signInLimits.counters.unchecked.points; tried += 1)
      codes.push((await send(token, address)).code);
    const allowed = Array.from({ length: signInLimits.counters.unchecked.points }, () => answer);
    expect(codes).toEqual([...allowed, 'TOO_MANY_REQUESTS']);
  });
});

test('a browser that could not load the check does not lose its registration to refused passwords', async () => {
  const address = freshAddress();
  const choose = async (password: string) =>
    (await visit(shop, register, { body: { ...form, email: 'demo@example.com', password, recaptcha: '' }, address }))
      .code;
  for (let tried = 0; tried < 2 * signInLimits.counters.unchecked.points; tried += 1)
    expect(await choose('password1')).toBe('VALIDATION');
  expect(await choose('chosen-1')).toBe('EMAIL_TAKEN');
});
