import { afterAll, beforeAll, expect, test } from 'vitest';
import { affiliateLogin } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import { getUser, login } from '../../../src/lib/contract/calls.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { askServer } from '../../../src/server/operator/ask-server.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import type { TestRuntime } from '../../support/test-runtime.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/**
 * The demo people, whose password everybody knows, on one database that is started as a trial, then for real use, then
 * as a trial again.
 */

const customers = ['demo@example.com', 'new@example.com', 'limited@example.com'];
const affiliate = { email: 'affiliate@example.com', password: 'demo1234' };
const trial = { DEMO_DATA: 'on' };
// An empty variable counts as unset, so this shows the defaults.
const live = { DEMO_DATA: '', SITE_URL: 'https://broker.example' };

let database: Database;
let runtime: TestRuntime;
beforeAll(async () => {
  database = await openTestDatabase();
  runtime = createTestRuntime();
});
afterAll(() => database.close());

/** Starts a server on the same database an hour later, and stops it again. */
async function started<Found>(env: Record<string, string>, read: (shop: TestApp) => Promise<Found>): Promise<Found> {
  runtime.advance(3_600_000);
  const shop = await createTestApp({ database, runtime, env });
  try {
    return await read(shop);
  } finally {
    await shop.close();
  }
}

async function logInOutcomes(shop: TestApp): Promise<string[]> {
  const bodies = customers.map((email) => shop.call(login, { body: { email, password: 'demo1234' } }));
  const answers = await Promise.all([...bodies, shop.call(affiliateLogin, { body: affiliate })]);
  return answers.map(({ body }) => (body.status === 'error' ? body.error.code : 'open'));
}

const warnings = ({ log }: TestApp) => log.filter(({ level }) => level === 'warn').map(({ msg }) => String(msg));
const open = ['open', 'open', 'open', 'open'];

test('demo people can log in only while demo data is on; otherwise their sessions end', async () => {
  const accessToken = await started(trial, async (shop) => {
    expect(await logInOutcomes(shop)).toEqual(open);
    return (await shop.logIn()).accessToken;
  });
  await started(live, async (shop) => {
    expect(await logInOutcomes(shop)).toEqual([...customers.map(() => 'ACCOUNT_BLOCKED'), 'INVALID_CREDENTIALS']);
    expect((await shop.call(getUser, { accessToken, body: {} })).status).toBe(401);
    expect(warnings(shop)).toContain('the demo people of an earlier start are kept out: demo data is off');
  });
  const warned = await started(live, (shop) => Promise.resolve(warnings(shop)));
  expect(warned).not.toContainEqual(expect.stringContaining('demo people'));
  await started({ ...live, ...trial }, async (shop) => {
    expect(await logInOutcomes(shop)).toEqual(open);
    expect(warnings(shop)).toContain('DEMO_DATA is on: demo people, whose password everybody knows, can log in');
  });
});

test('demo people stay blocked, or keep a new password, if an operator did that', async () => {
  const type = async (shop: TestApp, ...args: string[]) => {
    // The test tells records of the audit log apart by their instants.
    runtime.advance(1_000);
    const typed = [...args, '--reason', 'Asked for it', '--json'];
    const answer = await askServer(shop.dataDir, { args: typed, actor: 'operator:ada', cwd: shop.dataDir });
    return JSON.parse(answer?.text ?? '') as { ok: boolean; data: { password: string } };
  };
  await started(trial, async (shop) =>
    expect(await type(shop, 'customers', 'block', customers[1] ?? '')).toMatchObject({ ok: true }),
  );
  const { password } = await started(live, async (shop) => {
    expect((await logInOutcomes(shop)).at(-1)).toBe('INVALID_CREDENTIALS');
    return (await type(shop, 'affiliates', 'password', affiliate.email)).data;
  });
  await started(trial, async (shop) => {
    expect(await logInOutcomes(shop)).toEqual(['open', 'ACCOUNT_BLOCKED', 'open', 'INVALID_CREDENTIALS']);
    expect((await shop.call(affiliateLogin, { body: { ...affiliate, password } })).status).toBe(200);
  });
});
