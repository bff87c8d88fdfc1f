import { afterAll, beforeAll, expect, test } from 'vitest';
import { affiliateLogin } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import { logInToDemo } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
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

test('with demo data on, one call without a password opens an ordinary session of the demo customer', async () => {
  const device = await started(trial, async (shop) => {
    const { status, body } = await shop.call(logInToDemo, { body: {} });
    if (body.status === 'error') throw new Error(body.error.code);
    expect(status).toBe(200);
    const { access_token: accessToken, user, device: made } = body.data;
    expect(user.email).toBe('demo@example.com');
    expect((await shop.call(getUser, { accessToken, body: {} })).status).toBe(200);
    const opened = `select s.opened_by, e.details from sessions s join audit_entries e on e.account_id = s.account_id
      and e.event = 'logged_in' and e.at = s.created_at where s.opened_by = 'demo'`;
    const { rows } = await database.query(opened);
    expect(rows).toEqual([{ opened_by: 'demo', details: { opened_by: 'demo', known_device: false } }]);
    // A name, a password or another account in the request changes nothing.
    const other = { email: 'limited@example.com', password: 'demo1234', device: made };
    const again = await shop.call(logInToDemo, { body: other });
    expect(again.body).toMatchObject({ data: { user: { email: 'demo@example.com' }, device: made } });
    return made;
  });
  await started(live, async (shop) => {
    const { status, body } = await shop.call(logInToDemo, { body: { device } });
    expect([status, body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
  });
});

test('the log-in to the demo is limited, and a blocked demo customer stays out', async () => {
  await started(trial, async (shop) => {
    const ask = async () => {
      const { body } = await shop.call(logInToDemo, { body: {} });
      return body.status === 'error' ? body.error.code : 'open';
    };
    await database.query(`update accounts set blocked_at = now() where email = 'demo@example.com'`);
    expect(await ask()).toBe('ACCOUNT_BLOCKED');
    await database.query(`update accounts set blocked_at = null where email = 'demo@example.com'`);
    const answers: string[] = [];
    while (answers.at(-1) !== 'TOO_MANY_REQUESTS' && answers.length < 40) answers.push(await ask());
    expect(answers.indexOf('TOO_MANY_REQUESTS')).toBe(29);
    expect(answers.slice(0, 29).every((answer) => answer === 'open')).toBe(true);
  });
});
