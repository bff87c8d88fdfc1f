import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../../../src/lib/contract/accounts/account-calls.ts';
import { getUser } from '../../../src/lib/contract/calls.ts';
import { wrongCodeAllowances } from '../../../src/server/second-factor/wrong-codes.ts';
import { passwordLimits } from '../../../src/server/throttle/limits.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { codeAt, enable, eventsOf, forgetFactors, logInAs, stepMs } from './authenticator.ts';

const newcomer = 'new@example.com';
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterEach(() => forgetFactors(shop));
afterAll(() => shop.close());

async function enter(email = newcomer): Promise<string> {
  const { data } = await logInAs(shop, email);
  if (!data) throw new Error(`${email} could not log in`);
  return data.access_token;
}

async function start(accessToken: string) {
  const { body } = await shop.call(startSecondFactor, { accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

/** The mails sent so far. */
async function mails(): Promise<string[]> {
  const folder = join(shop.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

describe('switching the second factor on', () => {
  test('begins with a secret for the app, and requires no code until one was confirmed', async () => {
    const accessToken = await enter();
    const { secret, uri } = await start(accessToken);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(address.pathname)).toBe('/Vernier:new@example.com');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ issuer: 'Vernier', secret, algorithm: 'SHA1', digits: '6', period: '30' },
    });
    expect((await logInAs(shop, newcomer)).status).toBe(200);
  });

  test('requires the password if the log-in is old, and counts wrong ones', async () => {
    const accessToken = await enter();
    shop.runtime.advance(10 * 60_000);
    const startBy = async (body: object) => {
      const answer = await shop.call(startSecondFactor, { accessToken, body });
      return answer.body.status === 'error' ? answer.body.error.code : 'started';
    };
    expect(await startBy({})).toBe('CURRENT_PASSWORD_REQUIRED');
    expect(await startBy({ current_password: 'demo1235' })).toBe('CURRENT_PASSWORD_WRONG');
    expect(await startBy({ current_password: 'demo1234' })).toBe('started');
    for (let tried = 0; tried < passwordLimits.counters.atAddress.points; tried++)
      expect(await startBy({ current_password: 'demo1235' })).toBe('CURRENT_PASSWORD_WRONG');
    expect(await startBy({ current_password: 'demo1234' })).toBe('TOO_MANY_REQUESTS');
    expect(await eventsOf(shop, newcomer)).toContain('second_factor_refused');
  });

  test('takes a code, returns ten recovery codes and ends the other sessions', async () => {
    const [accessToken, other] = [await enter(), await enter()];
    const socket = await shop.customerSocket(other);
    const dropped = new Promise((resolve) => socket.once('disconnect', resolve));
    const { secret } = await start(accessToken);
    const code = codeAt(secret, shop.runtime.now());
    const { body } = await shop.call(enableSecondFactor, { accessToken, body: { code } });
    expect(body).toMatchObject({ status: 'success', data: { user: { email: newcomer, second_factor: 1 } } });
    const since = new Date(shop.runtime.now()).toISOString();
    expect(body).toMatchObject({ data: { user: { second_factor_since: since } } });
    const codes = body.status === 'success' ? body.data.recovery_codes : [];
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    await dropped;
    expect((await shop.call(getUser, { accessToken: other, body: {} })).status).toBe(401);
    expect((await shop.call(getUser, { accessToken, body: {} })).status).toBe(200);
    expect(await eventsOf(shop, newcomer)).toEqual(expect.arrayContaining(['second_factor_enabled', 'sessions_ended']));
  });

  test('is refused without a secret, with a wrong code, and if it is on already', async () => {
    const accessToken = await enter();
    const enableBy = async (code: string) => {
      const { status, body } = await shop.call(enableSecondFactor, { accessToken, body: { code } });
      return [status, body.status === 'error' ? body.error.code : 'on'];
    };
    expect(await enableBy('123456')).toEqual([409, 'SECOND_FACTOR_NOT_STARTED']);
    const first = await start(accessToken);
    const { secret } = await start(accessToken);
    const now = shop.runtime.now();
    expect(await enableBy(codeAt(first.secret, now))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect((await logInAs(shop, newcomer)).status).toBe(200);
    expect(await enableBy(codeAt(secret, now))).toEqual([200, 'on']);
    expect(await enableBy(codeAt(secret, now + stepMs))).toEqual([409, 'SECOND_FACTOR_ON']);
    const again = await shop.call(startSecondFactor, { accessToken, body: {} });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'SECOND_FACTOR_ON' } } });
  });

  test('leaves no secret and no code in the tables or in the log', async () => {
    const { secret, recoveryCodes, code } = await enable(shop, newcomer);
    await logInAs(shop, newcomer, { second_factor: code() });
    const hidden = [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replace('-', ''))];
    const { rows } = await shop.app.database.query<{ row: string; sealed: Buffer }>(
      `select row_to_json(a)::text as row, factor_secret as sealed from accounts a where email = 'new@example.com'
       union all select row_to_json(r)::text, code_hash from recovery_codes r
       union all select row_to_json(e)::text, ''::bytea from audit_entries e`,
    );
    const log = JSON.stringify(shop.log);
    for (const text of hidden) {
      expect(log).not.toContain(text);
      for (const { row, sealed } of rows) {
        expect(row).not.toContain(text);
        expect(sealed.includes(text)).toBe(false);
      }
    }
    expect(rows.some(({ sealed }) => sealed.length > 40)).toBe(true);
    // The six digits may occur by chance inside a time or a duration, so only a value that equals the code counts.
    expect(log).not.toContain(`"${code()}"`);
  });
});

describe('with the second factor on', () => {
  test('a code switches it off, and the log-in no longer requires one', async () => {
    const { accessToken, code, recoveryCodes } = await enable(shop, newcomer);
    const off = await shop.call(disableSecondFactor, { accessToken, body: { code: code() } });
    expect(off).toMatchObject({ status: 200, body: { data: { second_factor: 0, second_factor_since: null } } });
    expect((await logInAs(shop, newcomer)).status).toBe(200);
    const again = await shop.call(disableSecondFactor, { accessToken, body: { code: recoveryCodes[0] } });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'SECOND_FACTOR_OFF' } } });
    expect(await eventsOf(shop, newcomer)).toContain('second_factor_disabled');
  });

  test('switching it off ends the other sessions, and keeps the current one', async () => {
    const { accessToken, code } = await enable(shop, newcomer);
    const other = (await logInAs(shop, newcomer, { second_factor: code() })).data!.access_token;
    const socket = await shop.customerSocket(other);
    const dropped = new Promise((resolve) => socket.once('disconnect', resolve));
    shop.runtime.advance(stepMs);
    expect((await shop.call(disableSecondFactor, { accessToken, body: { code: code() } })).status).toBe(200);
    await dropped;
    expect((await shop.call(getUser, { accessToken: other, body: {} })).status).toBe(401);
    expect((await shop.call(getUser, { accessToken, body: {} })).status).toBe(200);
  });

  test('new recovery codes replace the old ones', async () => {
    const { accessToken, code, recoveryCodes } = await enable(shop, newcomer);
    const { body } = await shop.call(renewRecoveryCodes, { accessToken, body: { code: code() } });
    const renewed = body.status === 'success' ? body.data.recovery_codes : [];
    expect(renewed).toHaveLength(10);
    expect((await logInAs(shop, newcomer, { second_factor: recoveryCodes[0] })).code).toBe('SECOND_FACTOR_WRONG');
    expect((await logInAs(shop, newcomer, { second_factor: renewed[0] })).status).toBe(200);
    expect(await eventsOf(shop, newcomer)).toContain('recovery_codes_renewed');
  });

  test('somebody with only a session cannot guess the code that switches it off', async () => {
    const { accessToken, code } = await enable(shop, newcomer);
    const answers: string[] = [];
    for (let tried = 0; tried <= wrongCodeAllowances.address.points; tried++) {
      const { body } = await shop.call(disableSecondFactor, { accessToken, body: { code: `zzzzz-zzzz${tried}` } });
      answers.push(body.status === 'error' ? body.error.code : 'off');
    }
    expect(answers.slice(0, -1)).toEqual(Array.from(answers.slice(0, -1), () => 'SECOND_FACTOR_WRONG'));
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS');
    // The log-in has a separate count of wrong codes.
    expect((await logInAs(shop, newcomer, { second_factor: code() })).status).toBe(200);
  });

  test('the customer gets a mail about each change, in the language of the page', async () => {
    const { accessToken, code } = await enable(shop, newcomer);
    await shop.call(renewRecoveryCodes, { accessToken, body: { code: code(), lang: 'it' } });
    shop.runtime.advance(stepMs);
    await shop.call(disableSecondFactor, { accessToken, body: { code: code(), lang: 'de' } });
    // Mails of earlier tests may still be leaving, so the test waits for these two.
    const sent = async () => (await mails()).join('\n').replaceAll(/=\r?\n/g, '');
    await expect.poll(sent).toContain('/it/my-account/security');
    await expect.poll(sent).toContain('/de/my-account/security');
    expect(await sent()).toContain('Two-factor authentication is on');
    expect(await sent()).not.toContain(code());
  });
});
