import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { customerPopups } from '../../../src/stores/shell/customer-popups.ts';
import { rememberPopup } from '../../../src/stores/shell/read-popups.ts';
import { $session, beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';

const popup = (id: string) => ({ id, title: `Message ${id}`, content: '<p>Text</p>' });

let asked: { path: string; body: unknown }[];
let isReachable: boolean;

beforeEach(() => {
  asked = [];
  isReachable = true;
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) as unknown });
    if (!isReachable) return Promise.reject(new TypeError('unreachable'));
    const data = path === '/api/accounts/popups' ? [popup('a'), popup('b')] : null;
    return Promise.resolve(Response.json({ status: 'success', data }));
  });
  beginSession({ access_token: 'token', user: demoUser });
});

afterEach(() => {
  $session.set(null);
  vi.unstubAllGlobals();
});

const told = () => asked.flatMap(({ path, body }) => (path === '/api/accounts/popup' ? [body] : []));

test('popups of the server are shown, under ids of the customer', async () => {
  expect((await customerPopups()).map(({ name }) => name)).toEqual(['demo:a', 'demo:b']);
  expect(told()).toEqual([]);
});

test('a popup that was closed here is not shown again, and is reported to the server once more', async () => {
  rememberPopup('demo:a');
  expect((await customerPopups()).map(({ id }) => id)).toEqual(['b']);
  expect(told()).toEqual([{ id: 'a' }]);
});

test('a popup that another customer closed in this browser is shown', async () => {
  rememberPopup('other:a');
  expect(await customerPopups()).toHaveLength(2);
});

test('there are none if they cannot be loaded, and the session stays', async () => {
  isReachable = false;
  expect(await customerPopups()).toEqual([]);
  expect($session.get()?.access_token).toBe('token');
});

test('an invalid list of closed popups in the browser is ignored', async () => {
  localStorage.setItem(storageKeys.popupsRead, '{"a":1}');
  expect(await customerPopups()).toHaveLength(2);
});
