import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeFakeSite } from '../../support/fake-site.ts';
import type { VerifierPeer } from '../../support/peers/verifier-peer.ts';
import { startVerifierPeer } from '../../support/peers/verifier-peer.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

const message = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0000' },
  message: 'Hello',
};

let site: Awaited<ReturnType<typeof makeFakeSite>>;
let verifier: VerifierPeer;
let shop: TestApp;
let sender = 0;

beforeAll(async () => {
  [site, verifier] = await Promise.all([makeFakeSite(), startVerifierPeer()]);
  const keys = { RECAPTCHA_SITE_KEY: 'site-key-1', RECAPTCHA_SECRET_KEY: 'secret-7351', RECAPTCHA_MIN_SCORE: '0.6' };
  const env = { ...keys, RECAPTCHA_VERIFY_URL: verifier.url, TRUST_PROXY: 'on' };
  shop = await createTestApp({ distDir: site.distDir, env });
});
afterAll(async () => {
  await shop.close();
  await Promise.all([site.remove(), verifier.close()]);
});
beforeEach(async () => {
  sender += 1;
  verifier.asked.length = 0;
  verifier.verdict = { success: true, score: 0.9, action: 'contact' };
  await shop.app.database.query('truncate form_entries');
});

function send(more: Record<string, string>, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const fields = { ...message, ...more };
  return fetch(`${shop.url}/api/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': `203.0.113.${sender}`, ...headers },
    body: headers['content-type'] ? JSON.stringify(fields) : new URLSearchParams(fields),
  });
}

async function marks(): Promise<unknown[]> {
  const { rows } = await shop.app.database.query<{ humanity: string }>('select humanity from form_entries');
  return rows.map(({ humanity }) => humanity);
}

test('a person’s form is accepted, and the verifier gets no more data than it needs', async () => {
  expect((await send({ recaptcha: 'a-token' })).status).toBe(200);
  expect(verifier.asked).toEqual([{ secret: 'secret-7351', response: 'a-token' }]);
  expect(await marks()).toEqual(['passed']);
});

test.each([
  ['a low score', { success: true, score: 0.5, action: 'contact' }],
  ['no success', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['no score', { success: true, action: 'contact' }],
  ['another action', { success: true, score: 0.9, action: 'form' }],
])('%s is refused', async (_what, verdict) => {
  verifier.verdict = verdict;
  const response = await send({ recaptcha: 'a-token' });
  expectRefusal(response.status, await response.json(), 'NOT_HUMAN');
  expect(await marks()).toEqual([]);
});

test('a script without a token is refused, without asking the verifier', async () => {
  const response = await send({});
  expectRefusal(response.status, await response.json(), 'NOT_HUMAN');
  expect(verifier.asked).toEqual([]);
});

test('a page without scripts is accepted with a mark, a few times only', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { status } = await send({ message: `Hello ${index}`, page: '/about' }, { accept: 'text/html' });
    statuses.push(status);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 429]);
  expect(new Set(await marks())).toEqual(new Set(['missing']));
});

test.each([
  ['is down', 500],
  ['answers nonsense', {}],
  ['does not know our secret', { success: false, 'error-codes': ['invalid-input-secret'] }],
])(
  'a verifier that %s silences nobody: the form is accepted with a mark, and the log says so',
  async (_what, verdict) => {
    verifier.verdict = verdict;
    shop.log.length = 0;
    expect((await send({ recaptcha: 'a-token' })).status).toBe(200);
    expect(await marks()).toEqual(['unavailable']);
    const warnings = shop.log.filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ msg: expect.stringContaining('taken unchecked') as string }]);
    expect(JSON.stringify(warnings)).not.toMatch(/secret-7351|a-token/);
  },
);
