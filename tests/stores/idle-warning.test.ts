import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idleWarningMs, sessionIdleMs } from '../../src/lib/contract/session.ts';
import { activity, beginSession, $session } from '../../src/stores/session.ts';
import { idleClock, keepSession } from '../../src/stores/session-keeper.ts';
import { demoUser } from '../support/demo-user.ts';

const { $secondsLeft, stay } = idleClock;
const untilWarningMs = sessionIdleMs - idleWarningMs;

let asked: string[];
let status: number;
let page: EventTarget;
let stop: () => void;

const calls = (path: string) => asked.filter((each) => each === `/api/accounts/${path}`).length;

async function happen(name: string): Promise<void> {
  page.dispatchEvent(new Event(name));
  await vi.advanceTimersByTimeAsync(0);
}

/** Simulates sleep: the clock advances, but no timer runs. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

beforeEach(async () => {
  vi.useFakeTimers();
  [asked, status] = [[], 200];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const body =
      status === 200
        ? { status: 'success', data: demoUser }
        : { status: 'error', error: { code: 'UNAUTHENTICATED', message: '' } };
    return Promise.resolve(Response.json(body, { status }));
  });
  beginSession({ access_token: 'token', user: demoUser });
  page = new EventTarget();
  stop = keepSession(page);
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  stop();
  $session.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the last minute of an idle session', () => {
  it('is counted down in seconds, to the end', async () => {
    await vi.advanceTimersByTimeAsync(untilWarningMs - 1);
    expect($secondsLeft.get()).toBeNull();
    const said: (number | null)[] = [];
    const forget = $secondsLeft.listen((seconds) => said.push(seconds));
    await vi.advanceTimersByTimeAsync(1 + idleWarningMs);
    forget();
    expect(said).toEqual([...Array.from({ length: 60 }, (_, second) => 60 - second), null]);
    expect($session.get()).toBeNull();
    expect(calls('logout')).toBe(1);
  });

  it('ends with activity in this tab', async () => {
    await vi.advanceTimersByTimeAsync(untilWarningMs + 5_000);
    expect($secondsLeft.get()).toBe(55);
    await happen('keydown');
    expect($secondsLeft.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(untilWarningMs - 1);
    expect($secondsLeft.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect($secondsLeft.get()).toBe(60);
  });

  it('ends with activity in another tab', async () => {
    await vi.advanceTimersByTimeAsync(untilWarningMs + 30_000);
    expect($secondsLeft.get()).toBe(30);
    activity.mark(Date.now());
    expect($secondsLeft.get()).toBeNull();
  });

  it('ends if the customer wants to stay, and the server is notified', async () => {
    await vi.advanceTimersByTimeAsync(untilWarningMs + 59_000);
    const before = calls('get');
    stay();
    expect($secondsLeft.get()).toBeNull();
    expect(calls('get')).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect($session.get()).not.toBeNull();
  });

  it('cannot be prolonged once it is over', () => {
    sleep(sessionIdleMs);
    stay();
    expect($session.get()).toBeNull();
  });
});

describe('coming back', () => {
  it.each(['visibilitychange', 'pageshow', 'focus', 'online'])(
    'notices at once by %s that it is over',
    async (name) => {
      sleep(sessionIdleMs);
      await happen(name);
      expect($session.get()).toBeNull();
      expect($secondsLeft.get()).toBeNull();
    },
  );

  it('shows the warning at the right second', async () => {
    sleep(untilWarningMs + 42_500);
    await happen('visibilitychange');
    expect($secondsLeft.get()).toBe(18);
    await vi.advanceTimersByTimeAsync(500);
    expect($secondsLeft.get()).toBe(17);
  });

  it('asks the server whether the session has ended there', async () => {
    sleep(2 * 60_000);
    status = 401;
    await happen('visibilitychange');
    expect($session.get()).toBeNull();
  });

  it('asks once a minute at most', async () => {
    const before = calls('get');
    for (let times = 0; times < 5; times++) await happen('focus');
    expect(calls('get')).toBe(before);
    sleep(60_000);
    for (let times = 0; times < 5; times++) await happen('focus');
    expect(calls('get')).toBe(before + 1);
  });
});
