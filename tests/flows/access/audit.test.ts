import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgotPassword, loginByCode, register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { endSessions } from '../../../src/lib/contract/accounts/account-calls.ts';
import { logout } from '../../../src/lib/contract/calls.ts';
import { refusalAllowances } from '../../../src/server/audit/refusal-notes.ts';
import { attemptAllowances } from '../../../src/server/throttle/attempt-limiter.ts';
import { signInLimits } from '../../../src/server/throttle/limits.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { auditOf, givePassword, tryLogIn } from './stranger.ts';

/** What the audit log records about log-ins, for anyone who has to find out what happened. */

let shop: TestApp;
let turn = 0;
let from: string;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on', REGISTRATION: 'on' } });
  await givePassword(shop, 'demo@example.com', 'demo1234');
});
afterAll(() => shop.close());
beforeEach(() => {
  turn += 1;
  from = `203.0.113.${turn}`;
});

/** The audit records of the address that the tests use. */
const written = async () => (await auditOf(shop)).filter(({ address }) => address === from);

async function idOf(email: string): Promise<number> {
  const { rows } = await shop.app.database.query<{ id: number }>('select id from accounts where email = $1', [email]);
  return rows[0]!.id;
}

test('a log-in and the end of its session are recorded with the account', async () => {
  const email = 'limited@example.com';
  const { data } = await tryLogIn(shop, { from, email });
  const { data: again } = await tryLogIn(shop, { from, email, device: data!.device });
  shop.runtime.advance(1);
  await shop.call(logout, { accessToken: data!.access_token });
  await shop.call(endSessions, { accessToken: again!.access_token, body: {} });
  const accountId = await idOf(email);
  const all = (await auditOf(shop)).filter((entry) => entry.accountId === accountId);
  const logIns = all.filter(({ event }) => event === 'logged_in');
  expect(logIns.map(({ details }) => details)).toEqual(
    expect.arrayContaining([
      { opened_by: 'password', known_device: false },
      { opened_by: 'password', known_device: true },
    ]),
  );
  expect(all.map(({ event }) => event)).toEqual(expect.arrayContaining(['logged_out', 'sessions_ended']));
});

test('a refused log-in names the account, if there is one, but never an email or a password', async () => {
  await tryLogIn(shop, { from, password: 'wrong-7351' });
  await tryLogIn(shop, { from, email: 'nobody-7351@example.com', password: 'wrong-7351' });
  const records = await written();
  expect(records.map(({ event }) => event)).toEqual(['log_in_refused', 'log_in_refused']);
  expect(records.map(({ accountId }) => accountId).sort()).toEqual([await idOf('demo@example.com'), null].sort());
  expect(records.find(({ accountId }) => accountId === null)?.details).toEqual({
    email_mark: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
  });
  expect(JSON.stringify(records)).not.toMatch(/7351|demo@/);
});

test('a limit that is met repeatedly is recorded once a minute', async () => {
  const { points } = attemptAllowances.emailAtAddress;
  for (let tried = 0; tried < points + 5; tried += 1) await tryLogIn(shop, { from, password: 'wrong' });
  const events = (await written()).map(({ event }) => event);
  expect(events.filter((event) => event === 'log_in_refused')).toHaveLength(points);
  expect(events.filter((event) => event === 'log_in_limited')).toHaveLength(1);
});

test('one address cannot flood the log', async () => {
  const { points } = refusalAllowances.address;
  for (let tried = 0; tried < points + 10; tried += 1)
    await tryLogIn(shop, { from, email: `nobody-${tried}@example.com`, password: 'wrong' });
  expect(await written()).toHaveLength(points);
}, 60_000);

test('refused sign-ins are recorded, once a minute for each limit and without an email', async () => {
  const ask = (email: string) => visit(shop, forgotPassword, { body: { email }, address: from });
  const { requestOfEmail, code } = signInLimits.counters;
  for (let asked = 0; asked <= requestOfEmail.points + 3; asked += 1) await ask('nobody-7352@example.com');
  const guess = (tried: number) =>
    visit(shop, loginByCode, { params: { code: `${tried}`.padEnd(43, 'x') }, body: {}, address: from });
  await Promise.all(Array.from({ length: code.points + 3 }, (_, tried) => guess(tried)));
  const records = await written();
  const refused = records.filter(({ event }) => event === 'password_reset_refused');
  expect(refused.map(({ details }) => details)).toEqual(
    refused.map(() => ({ email_mark: expect.stringMatching(/^[0-9a-f]{12}$/) as string })),
  );
  expect(refused).toHaveLength(requestOfEmail.points);
  const limits = records.filter(({ event }) => event === 'limit_met').map(({ details }) => details['limit']);
  expect(limits.sort()).toEqual(['login_code', 'password_reset']);
  expect(JSON.stringify(records)).not.toContain('7352');
});

test('the mail limit of a customer is recorded with the account', async () => {
  const { points } = signInLimits.counters.resetMailAtAddress;
  for (let asked = 0; asked <= points; asked += 1)
    await visit(shop, forgotPassword, { body: { email: 'limited@example.com' }, address: from });
  expect((await written()).filter(({ event }) => event === 'limit_met')).toMatchObject([
    { accountId: await idOf('limited@example.com'), details: { limit: 'password_reset_mail' } },
  ]);
});

test('a registration with a taken email is recorded with its owner', async () => {
  const form = { first_name: 'Ada', last_name: 'Lovelace', phone: '+442079460018', agree: true };
  const body = { ...form, password: 'long-and-unheard-7353', email: 'new@example.com' };
  expect((await visit(shop, register, { body, address: from })).code).toBe('EMAIL_TAKEN');
  expect(await written()).toMatchObject([
    { event: 'registration_refused', actor: 'visitor', accountId: await idOf('new@example.com') },
  ]);
});

test('records can be neither changed nor deleted', async () => {
  await tryLogIn(shop, { from });
  const { database } = shop.app;
  await expect(database.query(`update audit_entries set event = 'nothing'`)).rejects.toThrow(/append-only/);
  await expect(database.query('delete from audit_entries')).rejects.toThrow(/append-only/);
});
