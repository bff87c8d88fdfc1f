import { afterAll, beforeAll, expect, test } from 'vitest';
import { getUser, login, logout } from '../../src/lib/contract/calls.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp } from '../support/test-app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('a customer logs in, is known by the access token, and is a stranger again after logout', async () => {
  const { accessToken, user } = await shop.logIn();
  expect(user.email).toBe('demo@example.com');
  expect(login.data.safeParse({ access_token: accessToken, user }).success).toBe(true);

  const known = await shop.call(getUser, { accessToken, body: { token: user.token } });
  expect(known).toMatchObject({ status: 200, body: { status: 'success', data: user } });

  const goodbye = await shop.call(logout, { accessToken });
  expect(goodbye).toMatchObject({ status: 200, body: { status: 'success', data: null } });
  const stranger = await shop.call(getUser, { accessToken, body: {} });
  expect(stranger).toMatchObject({ status: 401, body: { status: 'error', error: { code: 'UNAUTHENTICATED' } } });
});
