import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getUser, setAutoTrading } from '../../../src/lib/contract/calls.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import { user as userSchema } from '../../../src/lib/contract/entities.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, emitTo } from '../../support/test-app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const next = (socket: Socket) => new Promise<User>((resolve) => void socket.once('user', resolve));

async function connect(email?: string) {
  const { accessToken, user } = await shop.logIn(email);
  return { accessToken, user, socket: await shop.customerSocket(accessToken) };
}

test('answers with the user, and tells every socket of the account', async () => {
  const [mine, other] = [await connect(), await connect()];
  for (const state of [1, 0] as const) {
    const told = Promise.all([next(mine.socket), next(other.socket)]);
    const { body } = await shop.call(setAutoTrading, {
      accessToken: mine.accessToken,
      body: { token: mine.user.token, auto_trading: state },
    });
    const { data } = body as { data: User };
    expect(data).toEqual({ ...mine.user, auto_trading: state });
    expect(userSchema.safeParse(data).success).toBe(true);
    expect(await told).toEqual([data, data]);
    const reloaded = await shop.call(getUser, { accessToken: other.accessToken });
    expect(reloaded.body).toMatchObject({ data });
  }
});

test('changes only one’s own account, and nobody else is told', async () => {
  const [mine, stranger] = [await connect(), await connect('limited@example.com')];
  let leaks = 0;
  stranger.socket.on('user', () => (leaks += 1));
  const foreign = { token: mine.user.token, auto_trading: 1 };
  const refused = await shop.call(setAutoTrading, { accessToken: stranger.accessToken, body: foreign });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });

  const told = next(mine.socket);
  await shop.call(setAutoTrading, { accessToken: mine.accessToken, body: { auto_trading: 1 } });
  await told;
  await emitTo(stranger.socket, 'balance', null);
  expect(leaks).toBe(0);
  const { body } = await shop.call(getUser, { accessToken: stranger.accessToken });
  expect(body).toMatchObject({ data: { auto_trading: 0 } });
});

test('ends with a message of the last state, however fast it is switched', async () => {
  const { socket, accessToken } = await connect();
  const heard: number[] = [];
  socket.on('user', ({ auto_trading: state }: User) => void heard.push(state));
  const states = [1, 0, 1, 0, 1, 0, 1] as const;
  const last = await Promise.all(
    states.map((auto_trading) => shop.call(setAutoTrading, { accessToken, body: { auto_trading } })),
  );
  expect(last.every(({ status }) => status === 200)).toBe(true);
  const { body } = await shop.call(getUser, { accessToken });
  await expect.poll(() => heard.at(-1)).toBe((body as { data: User }).data.auto_trading);
});
