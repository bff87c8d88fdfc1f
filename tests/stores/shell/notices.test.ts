import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Notice, UnreadNotices } from '../../../src/lib/contract/accounts/notice-calls.ts';
import { countNotices, readNotices } from '../../../src/lib/contract/accounts/notice-endpoints.ts';
import { $notices, keepNoticesNew, loadNotices, markRead } from '../../../src/stores/shell/notices.ts';
import { $unreadNotices, followUnread, takePushes } from '../../../src/stores/shell/unread-notices.ts';
import { $session, beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';

/** The notices and their number, with answers that arrive when the test says so. */

interface Asked {
  path: string;
  body: Record<string, unknown>;
  answer: (data: unknown) => Promise<void>;
  refuse: () => Promise<void>;
}

let asked: Asked[];
let page: EventTarget & { visibilityState: string };

const none = { document: null, reason: null, transaction_id: null, amount: null, position_id: null, symbol: null };
const data = { ...none, direction: null, profit: null, device: null, address: null };
const notice = (id: string, read: 0 | 1 = 0): Notice => ({
  ...{ id, code: 'welcome', created_at: '2026-11-02T12:00:00.000Z', read, link: '/my-account/profile', data },
});
const listed = (ids: string[], more: 0 | 1 = 0, unread = ids.length) => ({
  notices: ids.map((id) => notice(id)),
  more,
  unread,
});
const shown = () => $notices.get().notices.map(({ id, read }) => id + String(read));

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const end = (answer: unknown) => {
      resolve(Response.json(answer));
      return settle();
    };
    asked.push({
      path,
      body: JSON.parse(body) as Record<string, unknown>,
      answer: (data) => end({ status: 'success', data }),
      refuse: () => end({ status: 'error', error: { code: 'UNAVAILABLE', message: '' } }),
    });
    return promise;
  });
  beginSession({ access_token: crypto.randomUUID(), user: demoUser });
});

afterEach(() => {
  $session.set(null);
  $unreadNotices.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows these notices, all unread. */
async function show(ids: string[], more: 0 | 1 = 0): Promise<void> {
  void loadNotices();
  await asked.at(-1)?.answer(listed(ids, more));
}

test('what cannot be marked read is shown as unread again', async () => {
  await show(['b', 'a']);
  void markRead('a');
  expect(shown()).toEqual(['b0', 'a1']);
  await asked.at(-1)?.refuse();
  expect(shown()).toEqual(['b0', 'a0']);
  expect($unreadNotices.get()).toBe(2);
});

test('all are marked until the newest that is shown, and what comes meanwhile stays unread', async () => {
  await show(['b', 'a']);
  void markRead();
  void loadNotices();
  const [marking, loading] = asked.slice(-2);
  expect([marking?.path, marking?.body]).toEqual([readNotices.path, { until: 'b' }]);
  // Read by the server before the mark.
  await loading?.answer(listed(['c', 'b', 'a']));
  expect(shown()).toEqual(['c0', 'b1', 'a1']);
  await marking?.answer({ unread: 1 });
  expect(shown()).toEqual(['c0', 'b1', 'a1']);
});

test('older notices are added to what is shown when they arrive, and a newer list keeps them', async () => {
  await show(['d', 'c'], 1);
  void loadNotices({ older: true });
  const older = asked.at(-1);
  expect(older?.body).toMatchObject({ before: 'c' });
  void markRead('d');
  await older?.answer(listed(['b', 'a'], 0, 4));
  expect(shown()).toEqual(['d1', 'c0', 'b0', 'a0']);
  void loadNotices();
  await asked.at(-1)?.answer(listed(['e', 'd', 'c'], 1));
  expect(shown()).toEqual(['e0', 'd1', 'c0', 'b0', 'a0']);
  expect($notices.get().hasMore).toBe(false);
});

test('an answer that a newer one overtook changes nothing', async () => {
  await show(['b'], 1);
  void loadNotices({ older: true });
  const late = asked.at(-1);
  void loadNotices();
  await asked.at(-1)?.answer(listed(['c'], 1));
  await late?.answer(listed(['a']));
  expect(shown()).toEqual(['c0']);
});

test('an answer for another session is dropped', async () => {
  void loadNotices();
  const late = asked.at(-1);
  beginSession({ access_token: 'another', user: demoUser });
  await late?.answer(listed(['a']));
  expect([shown(), $unreadNotices.get()]).toEqual([[], null]);
});

test('the list is loaded again when more are unread while it is shown, once', async () => {
  let isShown = true;
  const stop = keepNoticesNew(() => isShown);
  await show(['a']);
  const before = asked.length;
  $unreadNotices.set(2);
  await asked.at(-1)?.answer(listed(['b', 'a']));
  expect([shown(), asked.length]).toEqual([['b0', 'a0'], before + 1]);
  isShown = false;
  $unreadNotices.set(3);
  isShown = true;
  $unreadNotices.set(1);
  expect(asked).toHaveLength(before + 1);
  stop();
});

test('the number is polled once a minute, only while a customer is logged in and nothing pushes it', async () => {
  const $state = atom('connecting');
  const pushes = new Set<(pushed: UnreadNotices) => void>();
  const connection = {
    onNotices: (listener: (pushed: UnreadNotices) => void) => {
      pushes.add(listener);
      return () => pushes.delete(listener);
    },
  };
  const stop = followUnread();
  const counts = () => asked.filter(({ path }) => path === countNotices.path).length;
  expect(counts()).toBe(1);
  await asked.at(-1)?.answer({ unread: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counts()).toBe(2);
  const slow = asked.at(-1);

  const stopPushes = takePushes(connection, $state);
  $state.set('live');
  await asked.at(-1)?.answer({ unread: 2 });
  for (const push of pushes) push({ unread: 3 });
  await slow?.answer({ unread: 1 });
  expect($unreadNotices.get()).toBe(3);
  const pushed = counts();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(counts()).toBe(pushed);

  stopPushes();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counts()).toBe(pushed + 1);
  $session.set(null);
  expect($unreadNotices.get()).toBeNull();
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(counts()).toBe(pushed + 1);
  stop();
});

test('a page of a visitor asks for nothing', async () => {
  $session.set(null);
  const stop = followUnread();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toEqual([]);
  stop();
});
