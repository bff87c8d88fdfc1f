import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAssets, getBalance, getUser, login, logout } from '../../../src/lib/contract/calls.ts';
import type { Position } from '../../../src/lib/contract/entities.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const wrongPassword = 'a-wrong-password-7351';
const stranger = 'stranger-7351@example.com';

/** Does everything that a customer can do, right and wrong; returns the texts that no log line may contain. */
async function doEverything(): Promise<string[]> {
  const { accessToken, user } = await shop.logIn();
  await shop.call(login, { body: { email: user.email, password: wrongPassword, info: '{"ip":"203.0.113.77"}' } });
  await shop.call(login, { body: { email: stranger, password: wrongPassword } });
  await shop.call(login, { body: { email: `${stranger} not an email`, password: wrongPassword } });
  await shop.call(getUser, { accessToken, body: { token: user.token } });
  await shop.call(getAssets, { accessToken, query: { token: user.token } });
  await shop.call(getBalance, { accessToken, body: { token: '00000000-0000-4000-8000-000000007351' } });
  await fetch(`${shop.url}/api/nope/${user.token}?token=${user.token}&access_token=${accessToken}`);

  const socket = await shop.customerSocket(accessToken);
  shop.feed.quote('BTCUSD', 96_000, 96_010);
  const order = { dataUser: { token: user.token }, symbol: 'BTCUSD', direction: 'buy', amount: 10, leverage: 1 };
  const opened = await emitTo<Position>(socket, 'openPosition', { ...order, price: 96_010 });
  if (opened.error) throw new Error(opened.code);
  await emitTo(socket, 'openPosition', { ...order, price: 1 });
  await emitTo(socket, 'closePosition', { dataUser: { token: user.token }, id: opened.data.id, price: 96_000 });
  await shop.call(logout, { accessToken });
  return [
    ...[accessToken, Buffer.from(accessToken, 'base64url').toString('hex'), user.token, wrongPassword, 'demo1234'],
    ...[stranger, user.email, user.last_name, user.full_name, user.uniqid, '000000007351', '203.0.113.77', '127.0.0.1'],
    ...[user.phone, user.street, user.city].filter((value) => value !== null),
  ];
}

test('no secret and no personal data reaches the log', async () => {
  const secrets = await doEverything();
  const lines = shop.log.map((line) => JSON.stringify(line));
  expect(lines.length).toBeGreaterThan(8);
  for (const secret of secrets) {
    expect(secret.length, secret).toBeGreaterThan(2);
    expect(lines.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  }
});

test('a database fault is logged without the values of its rows', async () => {
  shop.log.length = 0;
  const { accessToken } = await shop.logIn();
  await shop.app.database.query(`alter table accounts rename column first_name to first_name_gone`);
  try {
    const answer = await shop.call(getUser, { accessToken, body: {} });
    expect(answer).toMatchObject({ status: 500, body: { status: 'error', error: { code: 'INTERNAL' } } });
    const { id, ...said } = answer.body.status === 'error' ? answer.body.error : { id: '' };
    expect(JSON.stringify(said)).not.toContain('first_name');
    const fault = shop.log.find((line) => line.level === 'error' && line.reqId === id);
    expect(fault).toMatchObject({ err: { code: '42703', message: expect.stringContaining('first_name') as string } });
  } finally {
    await shop.app.database.query('alter table accounts rename column first_name_gone to first_name');
  }
});
