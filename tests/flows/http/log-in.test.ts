import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getBalance, getUser, login, logout } from '../../../src/lib/contract/calls.ts';
import { attemptAllowances } from '../../../src/server/throttle/attempt-limiter.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

const idleMs = 20 * 60_000;
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());

const whoAmI = (accessToken: string) => shop.call(getUser, { accessToken, body: {} });

describe('a session', () => {
  test('opens by email and password, and ends by logout', async () => {
    const { accessToken, user, device } = await shop.logIn();
    expect(user.email).toBe('demo@example.com');
    expect(login.data.safeParse({ access_token: accessToken, user, device }).success).toBe(true);

    const known = await shop.call(getUser, { accessToken, body: { token: user.token } });
    expect(known).toMatchObject({ status: 200, body: { status: 'success', data: user } });

    const goodbye = await shop.call(logout, { accessToken });
    expect(goodbye).toMatchObject({ status: 200, body: { status: 'success', data: null } });
    const stranger = await whoAmI(accessToken);
    expect(stranger).toMatchObject({ status: 401, body: { status: 'error', error: { code: 'UNAUTHENTICATED' } } });
    expect((await shop.call(logout, { accessToken })).status).toBe(401);
  });

  test('opens however the email is written', async () => {
    expect((await shop.logIn(' Demo@Example.COM ')).user.email).toBe('demo@example.com');
  });

  test('lasts for 20 minutes after the last call, and no longer', async () => {
    const { accessToken } = await shop.logIn();
    for (let visit = 0; visit < 3; visit++) {
      shop.runtime.advance(idleMs - 1);
      expect((await whoAmI(accessToken)).status).toBe(200);
    }
    shop.runtime.advance(idleMs);
    expect((await whoAmI(accessToken)).status).toBe(401);
  });

  test('ends by a logout without affecting others', async () => {
    const [one, other] = [await shop.logIn(), await shop.logIn()];
    expect(one.accessToken).not.toBe(other.accessToken);
    await shop.call(logout, { accessToken: one.accessToken });
    expect((await whoAmI(other.accessToken)).status).toBe(200);
  });

  test('is stored only as a hash', async () => {
    const { accessToken } = await shop.logIn();
    expect(Buffer.from(accessToken, 'base64url')).toHaveLength(32);
    const { rows } = await shop.app.database.query<{ row: string }>(
      'select row_to_json(s)::text as row from sessions s',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(accessToken);
      expect(row).not.toContain(Buffer.from(accessToken, 'base64url').toString('hex'));
    }
  });

  test('gives one customer no access to another’s data', async () => {
    const [demo, limited] = [await shop.logIn(), await shop.logIn('limited@example.com')];
    const foreign = await shop.call(getBalance, { accessToken: demo.accessToken, body: { token: limited.user.token } });
    expect(foreign).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  });

  test('of an affiliate gives no access to a customer’s data', async () => {
    const { rows } = await shop.app.database.query<{ id: number }>('select id from affiliates limit 1');
    const accessToken = await shop.app.sessions.open({ affiliateId: rows[0]!.id });
    expect(await whoAmI(accessToken)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  });
});

describe('a wrong log-in', () => {
  let address = 0;
  afterEach(() => (address += 1));

  async function attempt(email: string, password: string, from = `203.0.113.${address}`) {
    const response = await fetch(`${shop.url}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email, password }),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: (await response.json()) as unknown,
    };
  }

  test('does not say whether it was the email or the password', async () => {
    const wrongPassword = await attempt('demo@example.com', 'wrong');
    const unknownEmail = await attempt('nobody@example.com', 'demo1234');
    expect(wrongPassword).toEqual(unknownEmail);
    expect(wrongPassword).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_CREDENTIALS', message: 'Invalid credentials.' } },
    });
  });

  test('may be repeated a few times from one address; then even the right password has to wait', async () => {
    const { points } = attemptAllowances.emailAtAddress;
    for (let tried = 0; tried < points; tried++) {
      expect((await attempt('new@example.com', 'wrong')).status).toBe(401);
    }
    const refused = await attempt('new@example.com', 'demo1234');
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect((await attempt('limited@example.com', 'demo1234')).status).toBe(200);
    expect((await attempt('new@example.com', 'demo1234', '198.51.100.7')).status).toBe(200);
  });

  test('cannot choose the address under which it is counted', async () => {
    const { points } = attemptAllowances.emailAtAddress;
    const pretending = (hop: number) => attempt('new@example.com', 'wrong', `192.0.2.${hop}, 203.0.113.${address}`);
    for (let tried = 0; tried < points; tried++) expect((await pretending(tried)).status).toBe(401);
    expect((await pretending(points)).status).toBe(429);
  });

  test('is counted when many come at once', async () => {
    const { points } = attemptAllowances.emailAtAddress;
    const answers = await Promise.all(Array.from({ length: points * 2 }, () => attempt('new@example.com', 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(points);
  });

  test('no longer counts after a right one', async () => {
    for (let round = 0; round < 3; round++) {
      for (let tried = 1; tried < attemptAllowances.emailAtAddress.points; tried++) {
        expect((await attempt('limited@example.com', 'wrong')).status).toBe(401);
      }
      expect((await attempt('limited@example.com', 'demo1234')).status).toBe(200);
    }
  });
});
