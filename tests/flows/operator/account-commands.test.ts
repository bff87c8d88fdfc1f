import { afterEach, describe, expect, test } from 'vitest';
import { getUser } from '../../../src/lib/contract/calls.ts';
import { mailsTo } from '../../support/accounts/sent-mails.ts';
import { auditOf } from '../../support/accounts/visitor.ts';
import { useDesk } from './desk-floor.ts';
import { enable, forgetFactors, logInAs } from '../second-factor/authenticator.ts';

/** The operator's commands for a customer's sessions and second factor. */

const email = 'limited@example.com';
const reason = 'Lost the phone; called back';
const act = ['--reason', reason, '--lang', 'de'];
const { shop, type } = useDesk({ env: { TRUST_PROXY: 'on', SITE_URL: 'https://broker.example' } });

afterEach(() => forgetFactors(shop()));

/** The operator's records in the audit log of this test. */
async function written() {
  const records = await auditOf(shop(), email, shop().runtime.now() - 3_600_000);
  return records.filter(({ actor }) => actor === 'operator:ada').map(({ event, details }) => ({ event, details }));
}

/**
 * The subjects of all mails that were sent. Commands only put mails into the outbox, which the server polls every ten
 * seconds, so this sends them first.
 */
async function sentSubjects(): Promise<string[]> {
  await shop().app.mailer.work();
  return (await mailsTo(shop().dataDir, email)).map(({ subject }) => subject);
}

describe('a malformed command is refused', () => {
  const because = ['--reason', 'x'];

  test.each([
    [['second-factor', 'show'], 'The email is missing: show <email>'],
    [['second-factor', 'show', email, 'more'], 'show takes no more: show <email>'],
    [['second-factor', 'show', '--email', email], 'There is no --email.'],
    [['second-factor', 'show', email, '--lang', 'de'], 'There is no --lang.'],
    [['second-factor', 'off', email], '--reason is missing: the audit log records it.'],
    [['second-factor', 'off', email, '--reason', ' '], '--reason is missing: the audit log records it.'],
    [['second-factor', 'off', email, '--reason', 'x'.repeat(501)], '--reason is too long. Use at most 500 characters.'],
    [['second-factor', 'off', email, ...because, '--all'], 'There is no --all.'],
    [['second-factor', 'burn', email, ...because], 'There is no command "burn" in second-factor. Commands: show, off.'],
    [['sessions', 'list', email, ...because], 'There is no --reason.'],
    [['sessions', 'end', 'demo', ...because], 'demo is not an email address.'],
    [['sessions', 'end', email, ...because, '--x'], 'There is no --x.'],
    [['sessions', 'end', email, ...because, '--lang', 'fr'], '--lang must be one of en, de, it, es.'],
    [['sessions', 'end', email, '--reason'], '--reason needs a value.'],
  ])('%j', async (args, why) => {
    const { ok, isMisread, text } = await type(...args);
    expect({ ok, isMisread, why: text.split('\n')[0] }).toEqual({ ok: false, isMisread: true, why });
  });
});

test('an unknown email is refused', async () => {
  const nobody = 'nobody@example.com';
  for (const args of [
    ['second-factor', 'show', nobody],
    ['second-factor', 'off', nobody, ...act],
    ['sessions', 'list', nobody],
    ['sessions', 'end', nobody, ...act],
  ])
    expect(await type(...args)).toEqual({ ok: false, text: 'There is no customer with this email.' });
});

describe('the second factor', () => {
  test('is shown, with the wrong codes that were entered', async () => {
    expect((await type('second-factor', 'show', ' Limited@Example.com')).text).toBe(
      'Off.\nWrong codes within a day: none.',
    );
    const { device } = await enable(shop(), email);
    const since = new Date(shop().runtime.now() - 30_000).toISOString();
    await logInAs(shop(), email, { second_factor: 'zzzzz-zzzzz' });
    await logInAs(shop(), email, { second_factor: 'zzzzz-zzzzz', device });
    expect((await type('second-factor', 'show', email)).text).toBe(
      [
        `On since ${since}.`,
        'Recovery codes left: 10.',
        'Wrong codes within a day: 1 of recovery by known device, 1 of recovery by new device.',
      ].join('\n'),
    );
  });

  test('is switched off: the password is then enough, every session ends, the customer gets a mail, and it is recorded', async () => {
    const { accessToken } = await enable(shop(), email);
    expect((await logInAs(shop(), email)).code).toBe('SECOND_FACTOR_REQUIRED');
    const outcome = await type('second-factor', 'off', email, ...act);
    expect(outcome).toEqual({ ok: true, text: `The second factor of ${email} is off. Sessions ended: 1.` });
    expect((await shop().call(getUser, { accessToken, body: {} })).status).toBe(401);
    expect((await logInAs(shop(), email)).status).toBe(200);
    expect(await written()).toEqual([
      { event: 'second_factor_disabled', details: { why: reason } },
      { event: 'sessions_ended', details: { count: 1, why: reason } },
    ]);
    expect(await sentSubjects()).toContain('Zwei-Faktor-Authentifizierung ist ausgeschaltet');
    const records = await written();
    expect(await type('second-factor', 'off', email, ...act)).toEqual({
      ok: false,
      text: `The second factor of ${email} is already off.`,
    });
    expect(await written()).toEqual(records);
  });
});

describe('the sessions', () => {
  test('are listed with device and address', async () => {
    await shop().app.database.query('delete from sessions');
    const list = () => type('sessions', 'list', email);
    expect(await list()).toEqual({ ok: true, text: 'None found.' });
    await logInAs(shop(), email, { address: '203.0.113.77' });
    const { text } = await list();
    expect(text).toMatch(/^id .*\n[0-9a-f-]{36} {2}\S+ \S+ {2}\S+ \S+ {2}203\.0\.113\.77 {2,}\S/);
    shop().runtime.advance(1_200_000);
    expect(await list()).toEqual({ ok: true, text: 'None found.' });
  });

  test('are ended, all of this customer and no other, with their sockets and devices', async () => {
    const [one, two] = [await logInAs(shop(), email), await logInAs(shop(), email)];
    const other = await logInAs(shop(), 'demo@example.com');
    const socket = await shop().customerSocket(one.data!.access_token);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    const { text } = await type('sessions', 'end', email, ...act);
    expect(text).toMatch(/^Sessions of limited@example\.com ended: \d+\.$/);
    await closed;
    const answers = [one, two, other].map(({ data }) =>
      shop().call(getUser, { accessToken: data!.access_token, body: {} }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 200]);
    const devices = `select 1 from devices d join accounts a on a.id = d.account_id where a.email = $1`;
    expect((await shop().app.database.query(devices, [email])).rowCount).toBe(0);
    expect(await written()).toMatchObject([{ event: 'sessions_ended', details: { why: reason } }]);
    expect(await sentSubjects()).toContain('Wir haben Sie bei Vernier abgemeldet');
    expect((await type('sessions', 'end', email, '--reason', reason)).text).toBe(`Sessions of ${email} ended: 0.`);
    expect(await sentSubjects()).toContain('We logged you out of Vernier');
  });
});
