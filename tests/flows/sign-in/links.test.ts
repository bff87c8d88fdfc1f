import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword, loginByCode } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { getUser } from '../../../src/lib/contract/calls.ts';
import { resetValidMs } from '../../../src/server/sign-in/forgot-password.ts';
import { deleteLoginCodes } from '../../../src/server/sessions/login-codes-rows.ts';
import { orderLoginLink } from '../../../src/server/customers/customer-commands.ts';
import { signInLimits } from '../../../src/server/throttle/limits.ts';
import { codeIn, mailsTo } from '../../support/accounts/sent-mails.ts';
import { auditOf, freshAddress, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { enable, forgetFactors } from '../second-factor/authenticator.ts';

/** Links that log a customer in: after a forgotten password, or made by an operator. */

const siteUrl = 'https://broker.example';
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on', SITE_URL: siteUrl } });
});
afterAll(() => shop.close());
// Mails to one address are limited by the hour, counted by the machine's own clock, so each test uses a new customer.
let customers = 0;
let customer = '';
let begunAt = 0;
beforeEach(async () => {
  shop.runtime.advance(1_000);
  begunAt = shop.runtime.now();
  customers += 1;
  customer = `customer-${customers}@example.com`;
  await shop.app.database.query('update accounts set email = $1 where first_name = $2', [customer, 'Alex']);
});

const ask = (more: object = {}, address = freshAddress(), acceptLanguage = '') =>
  visit(shop, forgotPassword, { body: { email: customer, ...more }, address, acceptLanguage });
const enter = (code: string, more: object = {}, address = freshAddress()) =>
  visit(shop, loginByCode, { params: { code }, body: more, address });

/** The mails to the customer that contain a link. */
const linkMails = async () => (await mailsTo(shop.dataDir, customer)).filter((mail) => codeIn(mail) !== 'none');

/** Waits until the customer has this many mails with a link. */
async function mails(count: number) {
  await expect.poll(async () => (await linkMails()).length, { timeout: 20_000 }).toBe(count);
  return linkMails();
}

async function askForCode(): Promise<string> {
  const known = (await linkMails()).map(codeIn);
  expect((await ask()).status).toBe(200);
  // Mails of the same second have no order: the new one is the one with an unknown code.
  const codes = (await mails(known.length + 1)).map(codeIn);
  return codes.find((code) => !known.includes(code)) ?? 'none';
}

async function linkOfOperator(hours = 24): Promise<string> {
  const parts = { database: shop.app.database, runtime: shop.runtime, siteUrl };
  const made = await orderLoginLink(parts, { email: customer, hours, operator: 'olga' });
  return made.ok ? made.link : made.problem.code;
}

describe('a forgotten password', () => {
  test('sends a mail with a link, in the requested language', async () => {
    expect(await ask({ lang: 'de' })).toMatchObject({ status: 200, data: null });
    const [mail] = await mails(1);
    expect(mail?.subject).toBe('Ihr Vernier-Passwort zurücksetzen');
    expect(mail?.text).toMatch(
      /^Hallo Alex,\n\nFür Ihr Konto .*\n\nNeues Passwort festlegen:\nhttps:\/\/broker\.example\/de\/autoLogin\/[\w-]{43}\n\nDer Link funktioniert nur einmal und läuft nach 30 Minuten ab\./,
    );
    expect(mail?.text).toContain('Ihr Vernier-Team');
  });

  test.each([
    ['en', undefined, 'https://broker.example/autoLogin/'],
    [undefined, 'it-CH,it;q=0.9,en;q=0.8', 'https://broker.example/it/autoLogin/'],
    ['es', 'de', 'https://broker.example/es/autoLogin/'],
    ['fr', 'fr-FR', 'https://broker.example/autoLogin/'],
  ])('links to the page in the language of the page (%s) or of the browser (%s)', async (lang, spoken, start) => {
    expect((await ask({ lang }, freshAddress(), spoken)).status).toBe(200);
    const [mail] = await mails(1);
    expect(mail?.text).toContain(`\n${start}`);
    expect(mail?.text).not.toContain('{{');
  });

  test('opens a session by the link, which leads to a new password', async () => {
    const code = await askForCode();
    const { status, data } = await enter(code, { info: '{}' }, '198.51.100.9');
    expect(status).toBe(200);
    expect(loginByCode.data.safeParse(data).success).toBe(true);
    expect(data).toMatchObject({ purpose: 'reset', user: { email: customer } });
    expect((await visit(shop, getUser, { accessToken: data?.access_token ?? '' })).data).toEqual(data?.user);
    const events = await auditOf(shop, customer, begunAt);
    expect(events.map(({ event }) => event)).toEqual(['logged_in', 'login_code_used', 'password_reset_asked']);
    expect(events.find(({ event }) => event === 'logged_in')).toMatchObject({
      ...{ address: '198.51.100.9', details: { opened_by: 'reset-link' } },
    });
  });

  test('of an unknown email is reported', async () => {
    const unknown = await ask({ email: 'nobody@example.com' });
    expect(unknown).toMatchObject({ status: 404, code: 'EMAIL_UNKNOWN' });
    expect(await mailsTo(shop.dataDir, 'nobody@example.com')).toEqual([]);
  });

  test('keeps earlier links valid, so that a stranger’s request costs the owner nothing; one of them opens', async () => {
    const codes = [await askForCode(), await askForCode(), await askForCode()];
    expect((await enter(codes[1]!)).status).toBe(200);
    for (const code of codes) expect((await enter(code)).code).toBe('LINK_NOT_VALID');
  });

  test('opens one session if many of its links are used at once', async () => {
    const codes = [await askForCode(), await askForCode(), await askForCode()];
    const answers = await Promise.all(codes.map((code) => enter(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('leaves an operator’s link as it is', async () => {
    const link = await linkOfOperator();
    await askForCode();
    expect((await enter(link.split('/').at(-1) ?? '')).data?.purpose).toBe('login');
  });

  test('leaves neither the email nor the code in the log or in the tables', async () => {
    shop.log.length = 0;
    const code = await askForCode();
    await enter(code);
    expect(JSON.stringify(shop.log)).not.toContain(code);
    expect(JSON.stringify(shop.log)).not.toContain(customer);
    for (const table of ['login_codes', 'audit_entries']) {
      const { rows } = await shop.app.database.query<{ row: string }>(
        `select row_to_json(t)::text as row from ${table} t`,
      );
      expect(rows.length).toBeGreaterThan(0);
      const all = rows.map(({ row }) => row).join('\n');
      expect(all).not.toContain(code);
      expect(all).not.toContain(Buffer.from(code, 'base64url').toString('hex'));
    }
  });
});

describe('the code of a link', () => {
  test('works once', async () => {
    const code = await askForCode();
    expect((await enter(code)).status).toBe(200);
    expect(await enter(code)).toMatchObject({ status: 404, code: 'LINK_NOT_VALID' });
  });

  test('works once even if it is used many times at once', async () => {
    const code = await askForCode();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => enter(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    const events = (await auditOf(shop, customer, begunAt)).map(({ event }) => event);
    expect(events).toEqual(['logged_in', 'login_code_used', 'password_reset_asked']);
  });

  test('works until the last moment of its time, and no longer', async () => {
    const late = await askForCode();
    shop.runtime.advance(resetValidMs - 1);
    expect((await enter(late)).status).toBe(200);
    const tooLate = await askForCode();
    shop.runtime.advance(resetValidMs);
    expect((await enter(tooLate)).code).toBe('LINK_NOT_VALID');
    expect((await auditOf(shop, customer)).at(-1)).toMatchObject({
      ...{ event: 'login_code_refused', actor: 'visitor', details: { purpose: 'reset', reason: 'expired' } },
    });
  });

  test('that never existed is answered like a used one', async () => {
    const code = await askForCode();
    await enter(code);
    expect(await enter('x'.repeat(43))).toEqual(await enter(code));
  });

  test.each([
    ['cut off', 'x'.repeat(12)],
    ['followed by punctuation', `${'x'.repeat(43)}.`],
    ['far too long', 'x'.repeat(4_000)],
    ['well-formed but unknown', 'x'.repeat(43)],
  ])('is not valid if its link is %s, and the answer says nothing else', async (_what, code) => {
    expect(await enter(code)).toMatchObject({ status: 404, code: 'LINK_NOT_VALID' });
  });

  test('keeps a known device', async () => {
    const first = await enter(await askForCode());
    const again = await enter(await askForCode(), { device: first.data?.device });
    expect(again.data?.device).toBe(first.data?.device);
  });

  test('may be guessed a few times from one address', async () => {
    const address = freshAddress();
    const { points } = signInLimits.counters.code;
    const tries = Array.from({ length: points }, (_, index) => enter(`${'x'.repeat(40)}${index}`, {}, address));
    expect((await Promise.all(tries)).map(({ code }) => code)).toEqual(tries.map(() => 'LINK_NOT_VALID'));
    const code = await askForCode();
    expect(await enter(code, {}, address)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect((await enter(code)).status).toBe(200);
  });

  test('stays valid until the second factor is right', async () => {
    const factor = await enable(shop, customer);
    const code = await askForCode();
    expect(await enter(code)).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' });
    expect((await enter(code, { second_factor: '000000' })).code).toBe('SECOND_FACTOR_WRONG');
    expect((await enter(code, { second_factor: factor.code() })).data?.purpose).toBe('reset');
    expect((await enter(code, { second_factor: factor.code() })).code).toBe('LINK_NOT_VALID');
    await forgetFactors(shop);
  });

  test('is deleted once it is old', async () => {
    await askForCode();
    const expiresAt = shop.runtime.now() + resetValidMs;
    const text = 'select from login_codes where expires_at = $1';
    const count = async () => (await shop.app.database.query(text, [new Date(expiresAt)])).rows.length;
    await deleteLoginCodes(shop.app.database, new Date(expiresAt - 1));
    expect(await count()).toBe(1);
    await deleteLoginCodes(shop.app.database, new Date(expiresAt));
    expect(await count()).toBe(0);
  });
});

describe('a link of an operator', () => {
  test('logs the customer in, and the audit log names who made it', async () => {
    const link = await linkOfOperator(2);
    expect(link).toMatch(/^https:\/\/broker\.example\/autoLogin\/[\w-]{43}$/);
    shop.runtime.advance(2 * 3_600_000 - 1);
    expect((await enter(link.split('/').at(-1) ?? '')).data?.purpose).toBe('login');
    const [made] = await auditOf(shop, customer, begunAt);
    expect(made).toMatchObject({
      event: 'login_code_made',
      actor: 'operator:olga',
      details: { purpose: 'login', valid_minutes: 120 },
    });
  });

  test('is made for customers only', async () => {
    const parts = { database: shop.app.database, runtime: shop.runtime, siteUrl };
    const request = { email: 'affiliate@example.com', hours: 1, operator: 'olga' };
    expect(await orderLoginLink(parts, request)).toMatchObject({ ok: false, problem: { code: 'EMAIL_UNKNOWN' } });
  });
});
