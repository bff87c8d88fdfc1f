import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AffiliateUser } from '../../../src/lib/contract/affiliate/affiliate-entities.ts';
import { idleWarningMs, keepAliveMs, sessionIdleMs } from '../../../src/lib/contract/session.ts';
import { affiliateIdleClock } from '../../../src/stores/affiliate/affiliate-sign-in.ts';
import {
  $affiliateSession,
  affiliateActivity,
  beginAffiliateSession,
} from '../../../src/stores/affiliate/affiliate-session.ts';
import { $session, beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';

const { $secondsLeft, stay, keep } = affiliateIdleClock;

const ada: AffiliateUser = { name: 'Ada', email: 'ada@example.com', token: 'id', uniqid: 'ada', masked: 'none' };

let asked: { path: string; authorization: string | undefined }[];
let page: EventTarget;
let stop: () => void;

async function act(): Promise<void> {
  page.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path, authorization: headers['authorization'] });
    return Promise.resolve(Response.json({ status: 'success', data: { data: [] } }));
  });
  beginSession({ access_token: 'customers', user: demoUser });
  beginAffiliateSession({ access_token: 'affiliates', user: ada });
  page = new EventTarget();
  stop = keep(page);
});

afterEach(() => {
  stop();
  $affiliateSession.set(null);
  $session.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an idle affiliate is logged out, here and on the server; a customer of the same browser is not', async () => {
  await vi.advanceTimersByTimeAsync(sessionIdleMs - 1);
  expect($affiliateSession.get()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect($affiliateSession.get()).toBeNull();
  expect($session.get()).not.toBeNull();
  expect(asked).toEqual([{ path: '/api/affiliate/logout', authorization: 'Bearer affiliates' }]);
});

test('the last minute is counted down, and the affiliate can stay', async () => {
  await vi.advanceTimersByTimeAsync(sessionIdleMs - idleWarningMs);
  expect($secondsLeft.get()).toBe(60);
  stay();
  expect($secondsLeft.get()).toBeNull();
  await vi.advanceTimersByTimeAsync(sessionIdleMs - 1);
  expect($affiliateSession.get()).not.toBeNull();
});

test('activity keeps the session, and is reported to the server with the affiliate’s token', async () => {
  await vi.advanceTimersByTimeAsync(keepAliveMs);
  await act();
  expect(affiliateActivity.lastMs()).toBe(Date.now());
  expect(asked).toEqual([{ path: '/api/affiliate/get', authorization: 'Bearer affiliates' }]);
  await vi.advanceTimersByTimeAsync(sessionIdleMs - 1);
  expect($affiliateSession.get()).not.toBeNull();
});
