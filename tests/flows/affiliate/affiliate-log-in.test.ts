import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  affiliateLogin,
  affiliateLogout,
  getAffiliateAccounts,
  updateAffiliatePassword,
} from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import { getUser, login } from '../../../src/lib/contract/calls.ts';
import { mailsTo } from '../../support/accounts/sent-mails.ts';
import { freshAddress, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { affiliatePassword, makeAffiliate } from './affiliate-floor.ts';

/** Affiliates log in as customers do, by calls of their own. Each test has its own affiliate. */

const minuteMs = 60_000;
const siteUrl = 'https://broker.example';
let shop: TestApp;
let made = 0;
let affiliateId = 0;
let email = '';

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on', SITE_URL: siteUrl } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.runtime.advance(minuteMs);
  made += 1;
  affiliateId = await makeAffiliate(shop, `partner-${made}`);
  email = `partner-${made}@example.com`;
});

const tryIn = (more: object = {}, address = freshAddress()) =>
  visit(shop, affiliateLogin, { body: { email, password: affiliatePassword, info: '{}', ...more }, address });
const open = async (password = affiliatePassword) => (await tryIn({ password })).data?.access_token ?? 'none';
const isOpen = async (accessToken: string) => (await visit(shop, getAffiliateAccounts, { accessToken })).status === 200;
const change = (accessToken: string, more: object = {}) =>
  visit(shop, updateAffiliatePassword, {
    ...{ accessToken, body: { new_password: 'quiet-7351', confirm_password: 'quiet-7351', ...more } },
    acceptLanguage: 'de',
  });

async function auditOfAffiliate() {
  const { rows } = await shop.app.database.query<{ event: string; actor: string; details: object }>(
    `select event, actor, details from audit_entries where affiliate_id = $1 order by at, event`,
    [affiliateId],
  );
  return rows;
}

describe('the log-in of an affiliate', () => {
  test('opens a session and returns the affiliate', async () => {
    const { status, data } = await tryIn();
    expect(status).toBe(200);
    expect(affiliateLogin.data.safeParse(data).success).toBe(true);
    expect(data?.user).toEqual({
      ...{ name: `partner-${made}`, email, uniqid: `partner-${made}`, masked: 'none' },
      token: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(await isOpen(data!.access_token)).toBe(true);
    expect(await auditOfAffiliate()).toEqual([
      { event: 'logged_in', actor: 'affiliate', details: { opened_by: 'password' } },
    ]);
  });

  test('accepts the email in any case', async () => {
    expect((await tryIn({ email: ` ${email.toUpperCase()}` })).status).toBe(200);
  });

  test('does not say whether the email or the password is wrong', async () => {
    const [known, unknown] = [
      await tryIn({ password: 'wrong' }),
      await tryIn({ email: 'nobody@example.com', password: 'wrong' }),
    ];
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    expect(await auditOfAffiliate()).toMatchObject([{ event: 'log_in_refused', actor: 'visitor' }]);
  });

  test('lets in no customer, and the log-in of customers lets in no affiliate', async () => {
    expect((await tryIn({ email: 'demo@example.com' })).code).toBe('INVALID_CREDENTIALS');
    const { code } = await visit(shop, login, { body: { email, password: affiliatePassword } });
    expect(code).toBe('INVALID_CREDENTIALS');
  });

  test.each([
    [{ email: 'partner' }, { email: 'invalid email address' }],
    [{ email: '' }, { email: 'Email is required' }],
    [{ password: '' }, { password: 'Password is required' }],
  ])('explains what is wrong with %j', async (wrong, fields) => {
    expect(await tryIn(wrong)).toMatchObject({ status: 400, code: 'VALIDATION', fields });
  });

  test('limits the guesses from one address, not the owner at another', async () => {
    const address = freshAddress();
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 12; tries += 1) codes.push((await tryIn({ password: 'wrong' }, address)).code);
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'INVALID_CREDENTIALS'));
    expect(codes.slice(10)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    expect((await tryIn({}, address)).retryAfter).toBeGreaterThan(0);
    expect((await tryIn()).status).toBe(200);
  });

  test('is counted apart from the log-in of a customer with the same email', async () => {
    const address = freshAddress();
    const asCustomer = (password: string) =>
      visit(shop, login, { body: { email: 'demo@example.com', password }, address });
    for (let tries = 0; tries < 12; tries += 1) await tryIn({ email: 'demo@example.com', password: 'wrong' }, address);
    expect((await tryIn({ email: 'demo@example.com', password: 'wrong' }, address)).code).toBe('TOO_MANY_REQUESTS');
    expect((await asCustomer('demo1234')).status).toBe(200);
  });
});

describe('a session of an affiliate', () => {
  test('ends after 20 minutes without activity', async () => {
    const accessToken = await open();
    shop.runtime.advance(19 * minuteMs);
    expect(await isOpen(accessToken)).toBe(true);
    shop.runtime.advance(20 * minuteMs);
    expect(await isOpen(accessToken)).toBe(false);
  });

  test('ends with the log-out, and no other session does', async () => {
    const [own, other] = [await open(), await open()];
    expect(await visit(shop, affiliateLogout, { accessToken: own })).toMatchObject({ status: 200, data: null });
    expect([await isOpen(own), await isOpen(other)]).toEqual([false, true]);
    expect((await visit(shop, affiliateLogout, { accessToken: own })).code).toBe('UNAUTHENTICATED');
    expect((await auditOfAffiliate()).map(({ event, actor }) => [event, actor])).toContainEqual([
      'logged_out',
      'affiliate',
    ]);
  });

  test('opens nothing that belongs to a customer', async () => {
    expect((await visit(shop, getUser, { accessToken: await open() })).code).toBe('FORBIDDEN');
  });
});

describe('a change of the affiliate’s password', () => {
  test('ends the other sessions, and only the new password works', async () => {
    const [own, other] = [await open(), await open()];
    expect(await change(own)).toMatchObject({ status: 200, data: null });
    expect([await isOpen(own), await isOpen(other)]).toEqual([true, false]);
    expect(await open()).toBe('none');
    expect(await isOpen(await open('quiet-7351'))).toBe(true);
    expect(await auditOfAffiliate()).toContainEqual({
      ...{ event: 'password_changed', actor: 'affiliate' },
      details: { sessions_ended: 1 },
    });
  });

  test('is mailed with a link to the broker', async () => {
    await change(await open());
    await expect.poll(() => mailsTo(shop.dataDir, email)).toHaveLength(1);
    const [mail] = await mailsTo(shop.dataDir, email);
    expect(mail?.subject).toContain('geändert');
    expect(mail?.text).toContain(`${siteUrl}/de/contact-us`);
    expect(mail?.text).not.toContain('password/request');
  });

  test('requires the current one if the log-in is old, and counts wrong ones', async () => {
    const accessToken = await open();
    shop.runtime.advance(11 * minuteMs);
    expect((await change(accessToken)).code).toBe('CURRENT_PASSWORD_REQUIRED');
    const wrong = () => change(accessToken, { current_password: 'wrong' });
    expect(await wrong()).toMatchObject({ status: 403, code: 'CURRENT_PASSWORD_WRONG' });
    expect((await change(accessToken, { current_password: affiliatePassword })).status).toBe(200);
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 11; tries += 1) codes.push((await wrong()).code);
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  test.each([
    [{ confirm_password: 'quiet-7352' }, { confirm_password: 'The passwords do not match' }],
    [{ new_password: 'short', confirm_password: 'short' }, { new_password: 'New password has minimum 8 characters' }],
    [
      { new_password: 'password1', confirm_password: 'password1' },
      { new_password: 'This password is too easy to guess' },
    ],
  ])('refuses %j', async (wrong, fields) => {
    expect(await change(await open(), wrong)).toMatchObject({ code: 'VALIDATION', fields });
  });

  test('succeeds once if two come at once with the same current password', async () => {
    const [one, other] = [await open(), await open()];
    shop.runtime.advance(11 * minuteMs);
    const shown = { current_password: affiliatePassword };
    const codes = await Promise.all([change(one, shown), change(other, shown)]);
    expect(codes.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(codes.some(({ status }) => status === 200)).toBe(true);
  });
});
