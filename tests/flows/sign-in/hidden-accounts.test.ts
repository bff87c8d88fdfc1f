import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword, loginByCode, register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { getReferrals, updatePassword } from '../../../src/lib/contract/accounts/account-calls.ts';
import { login } from '../../../src/lib/contract/calls.ts';
import { signInLimits } from '../../../src/server/throttle/limits.ts';
import { codeIn, mailsTo, sentMails } from '../../support/accounts/sent-mails.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** Registration and a forgotten password if the broker tells nobody who has an account. */

const siteUrl = 'https://broker.example';
const patience = { timeout: 20_000 };
let shop: TestApp;
let strangers = 0;
let stranger = '';

beforeAll(async () => {
  const env = { HIDE_ACCOUNT_EXISTENCE: 'on', REGISTRATION: 'on', TRUST_PROXY: 'on', SITE_URL: siteUrl };
  shop = await createTestApp({ env });
});
afterAll(() => shop.close());
beforeEach(() => {
  strangers += 1;
  stranger = `stranger-${strangers}@example.com`;
});

const form = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'chosen-first',
  phone: '+442079460018',
  agree: true,
};
const signUp = (email: string, more: object = {}) => visit(shop, register, { body: { ...form, email, ...more } });

async function mailTo(email: string, count = 1) {
  await expect.poll(async () => (await mailsTo(shop.dataDir, email)).length, patience).toBe(count);
  return (await mailsTo(shop.dataDir, email))[0]!;
}

describe('a registration', () => {
  test('answers the same for a new and for a taken email', async () => {
    const [fresh, taken] = [await signUp(stranger), await signUp('limited@example.com')];
    expect(fresh).toEqual(taken);
    expect(fresh).toMatchObject({ status: 200, data: null });
    await mailTo(stranger);
    await mailTo('limited@example.com');
  });

  test('sends a new address a link by which its owner chooses a password; the typed password opens nothing', async () => {
    await signUp(stranger, { lang: 'it' });
    const mail = await mailTo(stranger);
    expect(mail.subject).toBe('Confermi il Suo indirizzo email per Vernier');
    expect(mail.text).toContain(`${siteUrl}/it/autoLogin/${codeIn(mail)}`);
    expect(mail.text).toContain(`24 ore. Dopo può richiederne uno nuovo:\n${siteUrl}/it/password/request`);
    const wrong = await visit(shop, login, { body: { email: stranger, password: 'chosen-first' } });
    const unknown = await visit(shop, login, { body: { email: 'nobody@example.com', password: 'chosen-first' } });
    expect(wrong).toEqual(unknown);

    shop.runtime.advance(23 * 3_600_000);
    const { data } = await visit(shop, loginByCode, { params: { code: codeIn(mail) } });
    expect(data).toMatchObject({ purpose: 'reset', user: { first_name: 'Ada', email: stranger, verified_account: 0 } });
    const pair = { new_password: 'chosen-again', confirm_password: 'chosen-again' };
    const accessToken = data?.access_token ?? '';
    expect((await visit(shop, updatePassword, { body: pair, accessToken })).status).toBe(200);
    expect((await visit(shop, login, { body: { email: stranger, password: 'chosen-again' } })).status).toBe(200);
  });

  test('tells the owner of an account that it exists, and does not change it', async () => {
    const email = 'new@example.com';
    await signUp(email, { first_name: 'Visit evil.example' });
    const mail = await mailTo(email);
    expect(mail.subject).toBe('You already have a Vernier account');
    expect(mail.text).toContain(`${siteUrl}/login`);
    expect(mail.text).toContain(`${siteUrl}/password/request`);
    expect(mail.text).not.toMatch(/autoLogin|evil|Nora/);
    const { data } = await visit(shop, login, { body: { email, password: 'demo1234' } });
    expect(data?.user.first_name).toBe('Nora');
  });

  test('appears in nobody’s referrals before its owner has signed in by the mail', async () => {
    const { data } = await visit(shop, login, { body: { email: 'demo@example.com', password: 'demo1234' } });
    const listed = async () =>
      (await visit(shop, getReferrals, { accessToken: data!.access_token })).data!.map(({ email }) => email);
    const before = await listed();
    const ref = data!.user.uniqid;
    await signUp(stranger, { ref });
    await signUp('limited@example.com', { ref });
    const mail = await mailTo(stranger);
    expect(await listed()).toEqual(before);
    await visit(shop, loginByCode, { params: { code: codeIn(mail) } });
    expect(await listed()).toEqual([stranger, ...before]);
  });

  test('sends one address a few mails an hour, however often it is repeated', async () => {
    const { points } = signInLimits.counters.registrationMail;
    for (let made = 0; made < points + 2; made += 1) expect((await signUp(stranger)).data).toBeNull();
    await mailTo(stranger, points);
    // Mails are sent in order: once a later mail to somebody else has arrived, no earlier one can still be missing.
    await signUp(`after-${stranger}`);
    await mailTo(`after-${stranger}`);
    await mailTo(stranger, points);
  });

  test('still names the faults of a form', async () => {
    const refused = await signUp('demo@example.com', { phone: '123' });
    expect(refused).toMatchObject({ code: 'VALIDATION', fields: { phone: 'Phone number not valid' } });
  });
});

describe('a forgotten password', () => {
  const forget = (email: string) => visit(shop, forgotPassword, { body: { email } });

  test('answers the same for everybody, and sends a link to customers only', async () => {
    const [unknown, known] = [await forget(stranger), await forget('demo@example.com')];
    expect(unknown).toEqual(known);
    expect(known).toMatchObject({ status: 200, data: null });
    const mail = await mailTo('demo@example.com');
    expect((await visit(shop, loginByCode, { params: { code: codeIn(mail) } })).status).toBe(200);
    expect((await sentMails(shop.dataDir)).filter(({ to }) => to === stranger)).toEqual([]);
  });

  test('answers before the lookup, so that its timing reveals nothing', async () => {
    const { database } = shop.app;
    const query = database.query.bind(database);
    let held = false;
    let release = (): void => undefined;
    const gate = new Promise<void>((open) => (release = open));
    database.query = (async (...asked: Parameters<typeof query>) => {
      const [text] = asked;
      if (typeof text !== 'string' && text.name === 'account-credentials') {
        held = true;
        await gate;
      }
      return query(...asked);
    }) as typeof database.query;
    try {
      expect((await forget('limited@example.com')).status).toBe(200);
      await expect.poll(() => held).toBe(true);
    } finally {
      release();
      database.query = query;
    }
  });
});
