import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { wrongCodeAllowances } from '../../../src/server/second-factor/wrong-codes.ts';
import { waitsForLock } from '../../support/accounts/lock-waits.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onPostgres } from '../../support/test-database.ts';
import { codeAt, enable, enterBy, eventsOf, forgetFactors, freshAddress, logInAs, stepMs } from './authenticator.ts';

const newcomer = 'new@example.com';
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterEach(() => forgetFactors(shop));
afterAll(() => shop.close());

const wrong = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');

describe('a log-in with the second factor on', () => {
  test('requires a code, refuses a wrong one, and succeeds with the right one', async () => {
    const { code } = await enable(shop, newcomer);
    expect(await logInAs(shop, newcomer)).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' });
    const refused = await logInAs(shop, newcomer, { second_factor: wrong(code()) });
    expect(refused).toMatchObject({ status: 401, code: 'SECOND_FACTOR_WRONG' });
    expect(await logInAs(shop, newcomer, { second_factor: code() })).toMatchObject({
      status: 200,
      data: { user: { email: newcomer, second_factor: 1 } },
    });
    expect(await eventsOf(shop, newcomer)).toContain('second_factor_refused');
  });

  test('is not revealed to somebody without the password', async () => {
    const { code } = await enable(shop, newcomer);
    const stranger = await enterBy(shop, '/api/accounts/login', {
      ...{ email: newcomer, password: 'wrong', second_factor: code() },
    });
    expect(stranger.code).toBe('INVALID_CREDENTIALS');
    expect((await logInAs(shop, newcomer, { second_factor: code() })).status).toBe(200);
  });

  test('accepts a code as it is read, in two groups', async () => {
    const { code } = await enable(shop, newcomer);
    const typed = ` ${code().slice(0, 3)} ${code().slice(3)} `;
    expect((await logInAs(shop, newcomer, { second_factor: typed })).status).toBe(200);
  });

  test('accepts a code once, and none older than the last accepted one', async () => {
    const { secret, code } = await enable(shop, newcomer);
    const now = shop.runtime.now();
    const next = codeAt(secret, now + stepMs);
    expect((await logInAs(shop, newcomer, { second_factor: next })).status).toBe(200);
    for (const used of [next, code()])
      expect((await logInAs(shop, newcomer, { second_factor: used })).code).toBe('SECOND_FACTOR_WRONG');
    shop.runtime.advance(2 * stepMs);
    expect((await logInAs(shop, newcomer, { second_factor: code() })).status).toBe(200);
  });

  test('does not accept the code that switched it on', async () => {
    const { secret } = await enable(shop, newcomer);
    const first = codeAt(secret, shop.runtime.now() - stepMs);
    expect((await logInAs(shop, newcomer, { second_factor: first })).code).toBe('SECOND_FACTOR_WRONG');
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])('with a clock %i steps off is answered with %i', async (steps, status) => {
    const { secret } = await enable(shop, newcomer);
    shop.runtime.advance(10 * stepMs);
    const code = codeAt(secret, shop.runtime.now() + steps * stepMs);
    expect((await logInAs(shop, newcomer, { second_factor: code })).status).toBe(status);
  });

  test('succeeds once if many bring the same code at once', async () => {
    const { code, recoveryCodes } = await enable(shop, newcomer);
    for (const second_factor of [code(), recoveryCodes[0]]) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => logInAs(shop, newcomer, { second_factor })));
      expect(answers.map(({ code: problem }) => problem ?? 'in').sort()).toEqual([
        ...['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_WRONG', 'SECOND_FACTOR_WRONG', 'in'],
      ]);
    }
  });

  test('accepts each recovery code once, however it is typed, and for its own account only', async () => {
    const { recoveryCodes } = await enable(shop, newcomer);
    const other = await enable(shop, 'limited@example.com');
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect((await logInAs(shop, newcomer, { second_factor: first })).status).toBe(200);
    expect((await logInAs(shop, newcomer, { second_factor: first })).code).toBe('SECOND_FACTOR_WRONG');
    const typed = second.toUpperCase().replace('-', ' ');
    expect((await logInAs(shop, newcomer, { second_factor: typed })).status).toBe(200);
    expect((await logInAs(shop, newcomer, { second_factor: other.recoveryCodes[0] })).code).toBe('SECOND_FACTOR_WRONG');
    const foreign = await logInAs(shop, 'limited@example.com', { second_factor: third });
    expect(foreign.code).toBe('SECOND_FACTOR_WRONG');
    expect((await eventsOf(shop, newcomer)).filter((event) => event === 'recovery_code_used')).toHaveLength(2);
  });
});

describe('a log-in while the second factor is being switched on', () => {
  test('waits for it, and then requires the code', async () => {
    const { database } = shop.app;
    const entering = await database.transaction(async (connection) => {
      await connection.query({
        text: `update accounts set factor_secret = '\\x01', factor_enabled_at = $2 where email = $1`,
        values: [newcomer, new Date(shop.runtime.now())],
      });
      const answer = logInAs(shop, newcomer);
      // The embedded database has one connection, so there the log-in waits for that connection.
      if (onPostgres) await waitsForLock(connection);
      return { answer };
    });
    expect((await entering.answer).code).toBe('SECOND_FACTOR_REQUIRED');
  });
});

describe('wrong codes', () => {
  const { address: atOne, account: inAll } = wrongCodeAllowances;

  test('are limited at one address only', async () => {
    const { code, device } = await enable(shop, newcomer);
    const address = freshAddress();
    for (let tried = 0; tried < atOne.points; tried++)
      expect((await logInAs(shop, newcomer, { second_factor: wrong(code()), address })).code).toBe(
        'SECOND_FACTOR_WRONG',
      );
    const limited = await logInAs(shop, newcomer, { second_factor: code(), address });
    expect(limited).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: atOne.seconds });
    expect((await logInAs(shop, newcomer, { second_factor: code() })).status).toBe(200);
    shop.runtime.advance(stepMs);
    expect((await logInAs(shop, newcomer, { second_factor: code(), address, device })).status).toBe(200);
    shop.runtime.advance(atOne.seconds * 1000);
    expect((await logInAs(shop, newcomer, { second_factor: code(), address })).status).toBe(200);
  });

  test('are counted if many come at once', async () => {
    const { code } = await enable(shop, newcomer);
    const address = freshAddress();
    const attempts = Array.from({ length: 2 * atOne.points }, () =>
      logInAs(shop, newcomer, { second_factor: wrong(code()), address }),
    );
    const refusals = (await Promise.all(attempts)).map((answer) => answer.code);
    expect(refusals.filter((problem) => problem === 'SECOND_FACTOR_WRONG')).toHaveLength(atOne.points);
  });

  test('from many addresses do not lock the customer out of a known browser', async () => {
    const { code, device } = await enable(shop, newcomer);
    for (let tried = 0; tried < inAll.points; tried++)
      expect((await logInAs(shop, newcomer, { second_factor: wrong(code()) })).code).toBe('SECOND_FACTOR_WRONG');
    const stranger = await logInAs(shop, newcomer, { second_factor: wrong(code()) });
    expect(stranger).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: inAll.seconds });
    expect((await logInAs(shop, newcomer, { second_factor: code(), device })).status).toBe(200);
    shop.runtime.advance(stepMs);
    expect((await logInAs(shop, newcomer, { second_factor: code(), device: 'x'.repeat(40) })).status).toBe(429);
  });
});

describe('guesses of app codes from many addresses', () => {
  test('affect neither recovery codes nor the sign-in by mail', async () => {
    const { code, recoveryCodes } = await enable(shop, newcomer);
    for (let tried = 0; tried < wrongCodeAllowances.account.points; tried++)
      await logInAs(shop, newcomer, { second_factor: wrong(code()) });
    expect((await logInAs(shop, newcomer, { second_factor: code() })).code).toBe('TOO_MANY_REQUESTS');
    expect((await logInAs(shop, newcomer, { second_factor: recoveryCodes[0] })).status).toBe(200);
    expect((await enterBy(shop, await makeLink(newcomer), { second_factor: code() })).status).toBe(200);
  });

  test('wrong recovery codes are also limited at an address', async () => {
    const { recoveryCodes } = await enable(shop, newcomer);
    const address = freshAddress();
    for (let tried = 0; tried < wrongCodeAllowances.address.points; tried++)
      await logInAs(shop, newcomer, { second_factor: `zzzzz-zzzz${tried}`, address });
    const limited = await logInAs(shop, newcomer, { second_factor: recoveryCodes[0], address });
    expect(limited.code).toBe('TOO_MANY_REQUESTS');
  });
});

let made = 0;

async function makeLink(email: string): Promise<string> {
  made += 1;
  const code = `a-code-of-a-link-that-was-mailed-${made}`;
  const now = shop.runtime.now();
  await shop.app.database.query({
    text: `insert into login_codes (code_hash, account_id, purpose, created_at, expires_at)
           select $1, id, 'reset', $3, $4 from accounts where email = $2`,
    values: [createHash('sha256').update(code).digest(), email, new Date(now), new Date(now + 1_800_000)],
  });
  return `/api/accounts/login/${code}`;
}

describe('the code of a link', () => {
  test('stays valid until the second factor was shown too', async () => {
    const { code } = await enable(shop, newcomer);
    const link = await makeLink(newcomer);
    expect((await enterBy(shop, link, {})).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await enterBy(shop, link, { second_factor: wrong(code()) })).code).toBe('SECOND_FACTOR_WRONG');
    const entered = await enterBy(shop, link, { second_factor: code() });
    expect(entered).toMatchObject({ status: 200, data: { user: { email: newcomer }, purpose: 'reset' } });
    expect((await enterBy(shop, link, { second_factor: code() })).code).toBe('LINK_NOT_VALID');
  });

  test('does not bypass the limit of wrong codes', async () => {
    const { code } = await enable(shop, newcomer);
    const link = await makeLink(newcomer);
    const address = freshAddress();
    for (let tried = 0; tried < wrongCodeAllowances.address.points; tried++)
      await enterBy(shop, link, { second_factor: wrong(code()), address });
    expect((await enterBy(shop, link, { second_factor: code(), address })).code).toBe('TOO_MANY_REQUESTS');
  });
});
