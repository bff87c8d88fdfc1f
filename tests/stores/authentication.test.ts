import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../src/lib/contract/entities.ts';
import { saveProfile } from '../../src/stores/account/profile.ts';
import type { ProfileValues } from '../../src/stores/account/profile.ts';
import { followUser, reloadUser } from '../../src/stores/authentication.ts';
import { $session } from '../../src/stores/session.ts';
import { demoUser } from '../support/demo-user.ts';
import { createHandServer } from './hand-server.ts';

const withLevel = (level: string): User => ({ ...demoUser, level });
const level = () => $session.get()?.user.level;

/** A customer's connection on which the test connects and pushes. */
function createUserConnection() {
  const listeners = { user: new Set<(user: User) => void>(), live: new Set<() => void>() };
  const stop = followUser({
    onUser: (listener) => (listeners.user.add(listener), () => listeners.user.delete(listener)),
    onLive: (listener) => (listeners.live.add(listener), () => listeners.live.delete(listener)),
  });
  return {
    stop,
    push: (user: User) => listeners.user.forEach((listener) => listener(user)),
    connect: () => listeners.live.forEach((listener) => listener()),
  };
}

let server: ReturnType<typeof createHandServer>;
let connection: ReturnType<typeof createUserConnection>;

beforeEach(() => {
  server = createHandServer();
  $session.set({ access_token: 'secret', user: withLevel('Silver') });
  connection = createUserConnection();
});
afterEach(() => {
  connection.stop();
  $session.set(null);
  vi.unstubAllGlobals();
});

test('the account is loaded at every connect, because a broken connection has missed pushes', async () => {
  connection.connect();
  server.answer(0, withLevel('Gold'));
  await vi.waitFor(() => expect(level()).toBe('Gold'));
  connection.connect();
  server.answer(1, withLevel('Platinum'));
  await vi.waitFor(() => expect(level()).toBe('Platinum'));
  expect(server.asked()).toEqual(['/api/accounts/get', '/api/accounts/get']);
});

test('after it was stopped nothing is loaded or used', () => {
  connection.stop();
  connection.connect();
  connection.push(withLevel('Gold'));
  expect(server.asked()).toEqual([]);
  expect(level()).toBe('Silver');
});

test('an account that was requested before a push does not replace the pushed one', async () => {
  const loading = reloadUser();
  connection.push(withLevel('Gold'));
  server.answer(0, withLevel('Silver'));
  expect(await loading).toMatchObject({ ok: true });
  expect(level()).toBe('Gold');
});

test('nor does the answer to an earlier save; either may be newer, so the account is loaded again', async () => {
  const saving = saveProfile({} as ProfileValues);
  connection.push(withLevel('Gold'));
  server.answer(0, withLevel('Silver'));
  expect(await saving).toMatchObject({ ok: true });
  expect(level()).toBe('Gold');
  expect(server.asked().slice(1)).toEqual(['/api/accounts/get']);
  server.answer(1, withLevel('Platinum'));
  await vi.waitFor(() => expect(level()).toBe('Platinum'));
});

test('a save shows without a push too, even if a later load was read before it and answered first', async () => {
  const saving = saveProfile({} as ProfileValues);
  const loading = reloadUser();
  server.answer(1, withLevel('Silver'));
  await loading;
  server.answer(0, withLevel('Gold'));
  await saving;
  server.answer(2, withLevel('Gold'));
  await vi.waitFor(() => expect(level()).toBe('Gold'));
  expect(server.asked().slice(1)).toEqual(['/api/accounts/get', '/api/accounts/get']);
});

test('nothing is loaded again if the answer to a save is used, or somebody else is logged in', async () => {
  const saving = [saveProfile({} as ProfileValues), saveProfile({} as ProfileValues)];
  server.answer(0, withLevel('Gold'));
  await saving[0];
  $session.set({ access_token: 'another', user: withLevel('Bronze') });
  server.answer(1, withLevel('Gold'));
  await saving[1];
  expect(level()).toBe('Bronze');
  expect(server.asked()).toHaveLength(2);
});

test('of two loads the later counts, whichever is answered first', async () => {
  const loading = [reloadUser(), reloadUser()];
  server.answer(1, withLevel('Gold'));
  await loading[1];
  server.answer(0, withLevel('Silver'));
  await loading[0];
  expect(level()).toBe('Gold');
});

test('an answer that arrives after another log-in is ignored', async () => {
  const loading = reloadUser();
  $session.set({ access_token: 'another', user: withLevel('Bronze') });
  server.answer(0, withLevel('Gold'));
  await loading;
  expect(level()).toBe('Bronze');
});
