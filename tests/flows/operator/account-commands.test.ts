import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../../src/lib/contract/calls.ts';
import { createMailer } from '../../../src/server/mail/mailer.ts';
import type { AccountCommandParts } from '../../../src/server/operator/accounts/account-command.ts';
import { carryOutFor, readAccountWish } from '../../../src/server/operator/accounts/account-command.ts';
import { carryOutFactorWish } from '../../../src/server/operator/accounts/second-factor-command.ts';
import { carryOutSessionsWish } from '../../../src/server/operator/accounts/sessions-command.ts';
import { mailsTo } from '../../support/accounts/sent-mails.ts';
import { auditOf } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { enable, forgetFactors, logInAs } from '../second-factor/authenticator.ts';

/** What an operator does to a customer's sessions and second factor. */

const email = 'demo@example.com';
const siteUrl = 'https://broker.example';
const act = { reason: 'Lost the phone; called back', locale: 'de' } as const;
let shop: TestApp;
let parts: AccountCommandParts;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on', SITE_URL: siteUrl } });
  const { app, runtime } = shop;
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const driver = { deliver: () => Promise.reject(new Error('the server sends the mails')) };
  const mailParts = { database: app.database, driver, from: 'a@example.com', runtime, logger: silent };
  const mailer = createMailer({ ...mailParts, schedule: () => () => undefined });
  parts = { database: app.database, runtime, mailer, siteUrl, sessionIdleMs: 1_200_000, actor: 'operator:ada' };
});
afterEach(() => forgetFactors(shop));
afterAll(() => shop.close());

/** What stands in the audit log of this test, by the operator. */
async function written() {
  const entries = await auditOf(shop, email, shop.runtime.now() - 3_600_000);
  return entries.filter(({ actor }) => actor === 'operator:ada').map(({ event, details }) => ({ event, details }));
}

async function sentSubjects(): Promise<string[]> {
  return (await mailsTo(shop.dataDir, email)).map(({ subject }) => subject);
}

describe('what an operator says is understood', () => {
  const words = { looks: 'show', acts: 'off' };

  test.each([
    [['show', '--email', ' Ada@Example.com'], { email: 'ada@example.com', act: null }],
    [
      ['off', '--email', 'ada@example.com', '--reason', ' Lost ', '--lang', 'it'],
      { email: 'ada@example.com', act: { reason: 'Lost', locale: 'it' } },
    ],
    [['off', '--email', 'a@b.c', '--reason', 'x'], { email: 'a@b.c', act: { reason: 'x', locale: 'en' } }],
  ])('%j', (args, wish) => expect(readAccountWish(args, words)).toEqual({ ok: true, wish }));

  test.each([
    [[], null],
    [['show'], '--email is missing, or is no email.'],
    [['off', '--email', 'a@b.c'], '--reason is missing: it stands in the audit log.'],
    [['off', '--email', 'a@b.c', '--reason', ' '], '--reason is missing: it stands in the audit log.'],
    [['off', '--email', 'a@b.c', '--reason', 'x'.repeat(501)], '--reason is too long: at most 500 characters.'],
    [['burn', '--email', 'a@b.c', '--reason', 'x'], 'Say what is to be done: show or off.'],
    [['show', 'more', '--email', 'a@b.c'], 'show takes no more: name the customer by --email.'],
    [['show', '--email', 'a@b.c', '--x'], 'There is no --x.'],
    [['show', '--email'], 'There is nothing behind --email.'],
  ])('and %j is not', (args, why) => expect(readAccountWish(args, words)).toEqual({ ok: false, why }));
});

test('nobody’s email is said to be nobody’s', async () => {
  const wish = { email: 'nobody@example.com', act };
  for (const carryOut of [carryOutFactorWish, carryOutSessionsWish])
    expect(await carryOutFor(parts, wish, carryOut)).toEqual({
      ok: false,
      text: expect.stringMatching(/no customer/) as string,
    });
});

describe('the second factor', () => {
  test('is shown, with who guesses it', async () => {
    expect((await carryOutFor(parts, { email, act: null }, carryOutFactorWish)).text).toBe(
      'Off.\nWrong codes within a day: none.',
    );
    const { device } = await enable(shop, email);
    const since = new Date(shop.runtime.now() - 30_000).toISOString();
    await logInAs(shop, email, { second_factor: 'zzzzz-zzzzz' });
    await logInAs(shop, email, { second_factor: 'zzzzz-zzzzz', device });
    expect((await carryOutFor(parts, { email, act: null }, carryOutFactorWish)).text).toBe(
      [
        `On since ${since}.`,
        'Recovery codes left: 10.',
        'Wrong codes within a day: 1 of recovery by known device, 1 of recovery by new device.',
      ].join('\n'),
    );
  });

  test('is switched off: the password is enough, every session ends, and it is told by mail and to the audit log', async () => {
    const { accessToken } = await enable(shop, email);
    expect((await logInAs(shop, email)).code).toBe('SECOND_FACTOR_REQUIRED');
    const outcome = await carryOutFor(parts, { email, act }, carryOutFactorWish);
    expect(outcome).toEqual({ ok: true, text: `The second factor of ${email} is off. Sessions ended: 1.` });
    expect((await shop.call(getUser, { accessToken, body: {} })).status).toBe(401);
    expect((await logInAs(shop, email)).status).toBe(200);
    expect(await written()).toEqual([
      { event: 'second_factor_disabled', details: { why: act.reason } },
      { event: 'sessions_ended', details: { count: 1, why: act.reason } },
    ]);
    await expect
      .poll(sentSubjects, { timeout: 30_000 })
      .toContain('Die Zwei-Faktor-Anmeldung bei Vernier ist ausgeschaltet');
    expect((await carryOutFor(parts, { email, act }, carryOutFactorWish)).text).toBe('It was off already.');
  });
});

describe('the sessions', () => {
  test('are listed with device and address', async () => {
    await shop.app.database.query('delete from sessions');
    const list = () => carryOutFor(parts, { email, act: null }, carryOutSessionsWish);
    expect(await list()).toEqual({ ok: true, text: 'There are none.', data: [] });
    await logInAs(shop, email, { address: '203.0.113.77' });
    const { text } = await list();
    expect(text).toMatch(/^id .*\n[0-9a-f-]{36} {2}\S+ \S+ {2}\S+ \S+ {2}203\.0\.113\.77 {2,}\S/);
    shop.runtime.advance(1_200_000);
    expect(await list()).toEqual({ ok: true, text: 'There are none.', data: [] });
  });

  test('are ended, all of this customer and no other, with their sockets and the browsers', async () => {
    const [one, two] = [await logInAs(shop, email), await logInAs(shop, email)];
    const other = await logInAs(shop, 'limited@example.com');
    const socket = await shop.customerSocket(one.data!.access_token);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    const { text } = await carryOutFor(parts, { email, act }, carryOutSessionsWish);
    expect(text).toMatch(/^Sessions of demo@example\.com ended: \d+\.$/);
    // On the embedded database there is nobody to tell: the sweep finds it.
    await shop.app.sessions.sweep();
    await closed;
    const answers = [one, two, other].map(({ data }) =>
      shop.call(getUser, { accessToken: data!.access_token, body: {} }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 200]);
    const devices = `select 1 from devices d join accounts a on a.id = d.account_id where a.email = $1`;
    expect((await shop.app.database.query(devices, [email])).rowCount).toBe(0);
    expect(await written()).toMatchObject([{ event: 'sessions_ended', details: { why: act.reason } }]);
    await expect.poll(sentSubjects, { timeout: 30_000 }).toContain('Ihre Sitzungen bei Vernier wurden beendet');
  });
});
