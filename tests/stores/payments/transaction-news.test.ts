import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTransactions } from '../../../src/stores/payments/transaction-news.ts';
import { beginSession, $session } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';

/** The customer's connection. Tests set whether its server is reachable, and make it push. */
const connection = vi.hoisted(() => {
  const tell = (): void => undefined;
  const set = (_state: string): void => undefined;
  return { tell, set, isClosed: false };
});
vi.mock('../../../src/stores/connection.ts', () => {
  const $customerConnection = atom('connecting');
  connection.set = (state) => $customerConnection.set(state);
  const openCustomerConnection = () => ({
    onNotices: () => () => undefined,
    onTransactions: (listener: () => void) => {
      connection.tell = listener;
      return () => undefined;
    },
    close: () => void (connection.isClosed = true),
  });
  return { $customerConnection, openCustomerConnection };
});

let page: EventTarget & { visibilityState: string };
let startedMs: number;
/** The times of loads, in seconds since the page became visible. */
let loads: number[];
let isLoaded: boolean;
let stop: () => void;

const load = () => {
  loads.push((Date.now() - startedMs) / 1000);
  return Promise.resolve(isLoaded);
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  [startedMs, loads, isLoaded] = [Date.now(), [], true];
  connection.isClosed = false;
  beginSession({ access_token: 'token', user: demoUser });
  stop = followTransactions(load);
  await pass(0);
});

afterEach(() => {
  stop();
  connection.set('connecting');
  $session.set(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('pages that lost their server at the same moment do not poll at the same moment', async () => {
  vi.mocked(Math.random).mockReturnValue(0);
  connection.set('lost');
  await pass(2);
  expect(loads).toEqual([0, 2]);
});

test('without pushes polls become rarer, down to one a minute', async () => {
  await pass(300);
  expect(loads).toEqual([0, 4, 12, 28, 60, 120, 180, 240, 300]);
});

test('with a connection nothing is polled until the server pushes', async () => {
  connection.set('live');
  await pass(600);
  expect(loads).toEqual([0, 0]);
  connection.tell();
  await pass(600);
  expect(loads).toEqual([0, 0, 600]);
});

test('a failed load is retried, even with a connection', async () => {
  isLoaded = false;
  connection.set('live');
  await pass(5);
  expect(loads).toEqual([0, 0, 4]);
  isLoaded = true;
  await pass(600);
  expect(loads).toEqual([0, 0, 4, 12]);
});

test('polling restarts when the connection breaks, and its return triggers a load at once', async () => {
  connection.set('live');
  await pass(100);
  connection.set('lost');
  await pass(13);
  expect(loads).toEqual([0, 0, 104, 112]);
  connection.set('live');
  await pass(600);
  expect(loads).toEqual([0, 0, 104, 112, 113]);
});

test('a hidden page does not poll; it loads at once when it becomes visible', async () => {
  await pass(5);
  page.visibilityState = 'hidden';
  await pass(600);
  expect(loads).toEqual([0, 4]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(5);
  expect(loads).toEqual([0, 4, 605, 609]);
});

test('it ends with the session, and begins with the next', async () => {
  $session.set(null);
  await pass(600);
  expect(loads).toEqual([0]);
  expect(connection.isClosed).toBe(true);
  beginSession({ access_token: 'another', user: demoUser });
  await pass(5);
  expect(loads).toEqual([0, 600, 604]);
});
