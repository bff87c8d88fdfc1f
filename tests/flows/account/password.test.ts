import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loginByCode } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { updatePassword } from '../../../src/lib/contract/accounts/account-calls.ts';
import { getUser, login } from '../../../src/lib/contract/calls.ts';
import { makeLoginLink } from '../../../src/server/sign-in/make-login-link.ts';
import { passwordLimits } from '../../../src/server/throttle/limits.ts';
import { mailsTo } from '../../support/accounts/sent-mails.ts';
import { waitsForLock } from '../../support/accounts/lock-waits.ts';
import { auditOf, freshAddress, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onPostgres } from '../../support/test-database.ts';

/** Each test has its own customer, so that the attempts of other tests do not count against its limits. */
const siteUrl = 'https://broker.example';
const minuteMs = 60_000;
let shop: TestApp;
let customers = 0;
let email = '';
let accountId = 0;
let begunAt = 0;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on', SITE_URL: siteUrl } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.runtime.advance(minuteMs);
  begunAt = shop.runtime.now();
  customers += 1;
  email = `customer-${customers}@example.com`;
  // Inserts a copy of a demo customer with the same password.
  const { rows } = await shop.app.database.query<{ id: number }>(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
     select gen_random_uuid(), $1, $1, password_hash, first_name, last_name, category_ids, created_at
     from accounts where email = 'new@example.com' returning id`,
    [email],
  );
  accountId = rows[0]!.id;
});

const open = async (password = 'demo1234') =>
  (await visit(shop, login, { body: { email, password } })).data?.access_token ?? 'none';
const enterHere = async () => (await visit(shop, login, { body: { email, password: 'demo1234' } })).data!;
const isOpen = async (accessToken: string) => (await visit(shop, getUser, { accessToken })).status === 200;
const linkCode = async (purpose: 'login' | 'reset') => {
  const order = { accountId, purpose, validMs: 60 * minuteMs, locale: 'en', actor: 'system' } as const;
  const parts = { runtime: shop.runtime, siteUrl };
  const link = await makeLoginLink(shop.app.database, parts, { ...order, event: 'login_code_made' });
  return link.split('/').at(-1) ?? '';
};
const openByLink = async (purpose: 'login' | 'reset') => {
  const { data } = await visit(shop, loginByCode, { params: { code: await linkCode(purpose) } });
  return data?.access_token ?? 'none';
};
const change = (accessToken: string, more: object = {}, address = freshAddress(), acceptLanguage = '') => {
  const body = { new_password: 'chosen-1', confirm_password: 'chosen-1', ...more };
  return visit(shop, updatePassword, { body, accessToken, address, acceptLanguage });
};

/** Lets minutes pass without letting the session expire. */
async function waitAwake(accessToken: string, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    shop.runtime.advance(Math.min(5, minutes - passed) * minuteMs);
    expect(await isOpen(accessToken)).toBe(true);
  }
}

describe('a change of the password', () => {
  test('needs no current password right after the log-in; only the new one works then', async () => {
    expect(await change(await open())).toMatchObject({ status: 200, data: null });
    expect(await open('demo1234')).toBe('none');
    expect(await isOpen(await open('chosen-1'))).toBe(true);
  });

  test('ends the other sessions with their sockets and keeps the current one', async () => {
    const [own, other] = [await open(), await open()];
    const [ownSocket, otherSocket] = [await shop.customerSocket(own), await shop.customerSocket(other)];
    const dropped = new Promise((tell) => otherSocket.once('disconnect', tell));
    expect((await change(own)).status).toBe(200);
    await dropped;
    expect([await isOpen(own), await isOpen(other)]).toEqual([true, false]);
    expect(ownSocket.connected).toBe(true);
    ownSocket.close();
  });

  test('invalidates every link that was sent before', async () => {
    const codes = [await linkCode('login'), await linkCode('reset')];
    await change(await open());
    for (const code of codes)
      expect((await visit(shop, loginByCode, { params: { code } })).code).toBe('LINK_NOT_VALID');
  });

  test('is mailed to the customer in the language of the browser, and recorded in the audit log', async () => {
    const accessToken = await open();
    await open();
    await change(accessToken, {}, '198.51.100.7', 'de-AT,de;q=0.9,en;q=0.5');
    const told = async () =>
      (await mailsTo(shop.dataDir, email)).filter(({ subject }) => subject === 'Ihr Vernier-Passwort wurde geändert');
    await expect.poll(async () => (await told()).length, { timeout: 20_000 }).toBe(1);
    const [mail] = await told();
    expect(mail?.text).toMatch(/am 2\. November 2026 um 1\d:\d\d UTC geändert\. Auf allen anderen Geräten/);
    expect(mail?.text).toContain(`${siteUrl}/de/password/request`);
    const events = (await auditOf(shop, email, begunAt)).filter(({ event }) => event === 'password_changed');
    expect(events).toEqual([
      { event: 'password_changed', actor: 'customer', address: '198.51.100.7', details: { sessions_ended: 1 } },
    ]);
  });

  test('may be to the same password', async () => {
    expect((await change(await open())).status).toBe(200);
    const accessToken = await open('chosen-1');
    expect((await change(accessToken)).status).toBe(200);
    expect(await isOpen(await open('chosen-1'))).toBe(true);
  });

  test.each([
    [
      { new_password: 'seven77', confirm_password: 'seven77' },
      { new_password: 'New password has minimum 8 characters' },
    ],
    [{ confirm_password: 'chosen-2' }, { confirm_password: 'The passwords do not match' }],
    [
      { new_password: '', confirm_password: '' },
      {
        new_password: 'New password is required',
        confirm_password: 'Confirm password is required',
      },
    ],
  ])('with %j is refused', async (wrong, fields) => {
    const refused = await change(await open(), wrong);
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION', fields });
  });

  test('twice at once succeeds once if the current password is needed', async () => {
    const accessToken = await open();
    await waitAwake(accessToken, 10);
    const shown = { current_password: 'demo1234' };
    const answers = await Promise.all([change(accessToken, shown), change(accessToken, shown)]);
    expect(answers.map(({ code }) => code ?? 'changed').sort()).toEqual(['CURRENT_PASSWORD_WRONG', 'changed']);
  });

  test('twice at once succeeds twice right after a log-in, one after the other', async () => {
    const accessToken = await open();
    const answers = await Promise.all([change(accessToken), change(accessToken)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await isOpen(await open('chosen-1'))).toBe(true);
  });

  test('by two sessions at once is refused for the session that the other has ended', async () => {
    const answers = await Promise.all([change(await open()), change(await open())]);
    expect(answers.map(({ code }) => code ?? 'changed').sort()).toEqual(['UNAUTHENTICATED', 'changed']);
  });

  test('that comes too late leaves the links valid', async () => {
    const accessToken = await open();
    await waitAwake(accessToken, 10);
    const code = await linkCode('login');
    // Somebody else changes the password after the current one was verified and before the row is locked.
    const { database } = shop.app;
    const { answer } = await database.transaction(async (connection) => {
      await connection.query('select 1 from accounts where id = $1 for update', [accountId]);
      const answer = change(accessToken, { current_password: 'demo1234' });
      if (onPostgres) await waitsForLock(connection);
      await connection.query(`update accounts set password_hash = password_hash || 'x' where id = $1`, [accountId]);
      return { answer };
    });
    expect((await answer).code).toBe('CURRENT_PASSWORD_WRONG');
    expect((await visit(shop, loginByCode, { params: { code } })).status).toBe(200);
  });

  test('forgets every device of the account except the current one', async () => {
    const devices = async () =>
      (await shop.app.database.query('select 1 from devices where account_id = $1', [accountId])).rowCount;
    const [own, other] = [await enterHere(), await enterHere()];
    expect(await devices()).toBe(2);
    await change(own.access_token, { device: own.device });
    expect(await devices()).toBe(1);
    // Another customer's device token does not save any device from being forgotten.
    const foreign = (await visit(shop, login, { body: { email: 'new@example.com', password: 'demo1234' } })).data!;
    await change(own.access_token, { device: foreign.device });
    expect(await devices()).toBe(0);
    expect(other.device).not.toBe(own.device);
  });

  test('is limited by the hour, however fresh the log-ins are, but not by a link in a mail', async () => {
    const { points } = passwordLimits.counters.change;
    const accessToken = await open();
    for (let made = 0; made < points; made += 1) expect((await change(accessToken)).status).toBe(200);
    expect(await change(await open('chosen-1'))).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(await isOpen(await open('chosen-1'))).toBe(true);
    expect((await change(await openByLink('reset'))).status).toBe(200);
  });

  test('leaves no password in the log', async () => {
    shop.log.length = 0;
    await change(await open(), {
      new_password: 'quiet-7351',
      confirm_password: 'quiet-7351',
      current_password: 'q-7352',
    });
    expect(JSON.stringify(shop.log)).not.toMatch(/quiet-7351|q-7352|customer-/);
  });
});

describe('the current password', () => {
  test('is required once the log-in is ten minutes old, and a wrong one changes nothing', async () => {
    const accessToken = await open();
    await waitAwake(accessToken, 10);
    expect(await change(accessToken)).toMatchObject({ status: 403, code: 'CURRENT_PASSWORD_REQUIRED' });
    const wrong = await change(accessToken, { current_password: 'wrong' }, '198.51.100.8');
    expect(wrong).toMatchObject({ status: 403, code: 'CURRENT_PASSWORD_WRONG' });
    const refused = (await auditOf(shop, email, begunAt)).filter(({ event }) => event === 'password_change_refused');
    expect(refused).toMatchObject([{ actor: 'customer', address: '198.51.100.8' }]);
    expect(await isOpen(await open())).toBe(true);
    expect((await change(accessToken, { current_password: 'demo1234' })).status).toBe(200);
    expect(await isOpen(await open('chosen-1'))).toBe(true);
  });

  test.each([
    ['login', 10],
    ['reset', 30],
  ] as const)('is required after a %s link once that is %i minutes old', async (purpose, minutes) => {
    const fresh = await openByLink(purpose);
    await waitAwake(fresh, minutes - 1);
    const late = await openByLink(purpose);
    await waitAwake(late, minutes);
    expect((await change(late)).code).toBe('CURRENT_PASSWORD_REQUIRED');
    const inTime = await openByLink(purpose);
    await waitAwake(inTime, minutes - 1);
    expect((await change(inTime)).status).toBe(200);
  });

  test('may be guessed a few times from one address, and a few more times from many', async () => {
    const accessToken = await open();
    await waitAwake(accessToken, 10);
    const guess = (address: string) => change(accessToken, { current_password: 'wrong' }, address);
    const { atAddress, account } = passwordLimits.counters;
    const address = freshAddress();
    for (let tried = 0; tried < atAddress.points; tried += 1) expect((await guess(address)).status).toBe(403);
    const limited = await change(accessToken, { current_password: 'demo1234' }, address);
    expect(limited).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    const left: number = account.points - atAddress.points;
    for (let tried = 0; tried < left; tried += 1) expect((await guess(freshAddress())).status).toBe(403);
    expect((await guess(freshAddress())).status).toBe(429);
    // The owner of the email is not locked out: a link in a mail replaces the current password.
    expect((await change(await openByLink('reset'))).status).toBe(200);
  });
});
