import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAliveMs, sessionIdleMs } from '../../src/lib/contract/session.ts';
import { beginSession, $session } from '../../src/stores/session.ts';
import { keepSession } from '../../src/stores/session-keeper.ts';
import { demoUser } from '../support/demo-user.ts';

type Answer = { status: number; body: unknown } | 'no answer';

const known: Answer = { status: 200, body: { status: 'success', data: demoUser } };
const refusal = (code: string): Answer => ({ status: 400, body: { status: 'error', error: { code, message: '' } } });

let answer: Answer;
let asked: string[];
let stop: () => void;
let page: EventTarget;

async function openPage(): Promise<void> {
  page = new EventTarget();
  stop = keepSession(page);
  await vi.advanceTimersByTimeAsync(0);
}

async function act(): Promise<void> {
  page.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  answer = known;
  asked = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    if (answer === 'no answer') return Promise.reject(new TypeError('failed to fetch'));
    return Promise.resolve(Response.json(answer.body, { status: answer.status }));
  });
  beginSession({ access_token: 'token', user: demoUser });
});

afterEach(() => {
  stop();
  $session.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('opening a page', () => {
  it('loads the account again', async () => {
    answer = { status: 200, body: { status: 'success', data: { ...demoUser, level: 'Gold' } } };
    await openPage();
    expect(asked).toEqual(['/api/accounts/get']);
    expect($session.get()?.user.level).toBe('Gold');
  });

  it.each(['UNAUTHENTICATED', 'FORBIDDEN'])('ends a session to which the server answers %s', async (code) => {
    answer = refusal(code);
    await openPage();
    expect($session.get()).toBeNull();
  });

  it.each(['INTERNAL', 'TOO_MANY_REQUESTS', 'NOT_FOUND'])('ends no session because of %s', async (code) => {
    answer = refusal(code);
    await openPage();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveLength(1);
    expect($session.get()).not.toBeNull();
  });

  it('tries three times without an answer, and keeps the session', async () => {
    answer = 'no answer';
    await openPage();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveLength(3);
    expect($session.get()).not.toBeNull();
  });

  it('keeps the session if the server returns', async () => {
    answer = 'no answer';
    await openPage();
    answer = known;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(2);
    expect($session.get()).not.toBeNull();
  });
});

describe('an idle session', () => {
  it('ends after 20 minutes, here and on the server', async () => {
    await openPage();
    await vi.advanceTimersByTimeAsync(sessionIdleMs - 1);
    expect($session.get()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect($session.get()).toBeNull();
    expect(asked.at(-1)).toBe('/api/accounts/logout');
  });

  it('is prolonged by each activity', async () => {
    await openPage();
    await vi.advanceTimersByTimeAsync(sessionIdleMs - 60_000);
    await act();
    await vi.advanceTimersByTimeAsync(sessionIdleMs - 60_000);
    expect($session.get()).not.toBeNull();
  });

  it('is not revived by activity that comes too late, as after sleep', async () => {
    await openPage();
    vi.setSystemTime(Date.now() + sessionIdleMs + 1);
    await act();
    expect($session.get()).toBeNull();
  });
});

describe('keeping the server’s session alive', () => {
  it('reports activity to the server, at most once a minute', async () => {
    await openPage();
    for (let second = 0; second < 150; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      await act();
    }
    expect(asked.filter((path) => path === '/api/accounts/get')).toHaveLength(1 + 2);
  });

  it('reports the last activity too, so that the server’s session does not end before this one', async () => {
    await openPage();
    await vi.advanceTimersByTimeAsync(keepAliveMs - 1_000);
    await act();
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(keepAliveMs);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5 * keepAliveMs);
    expect(asked).toHaveLength(2);
  });

  it('reports it sooner if the broker lets a session be idle for a short time only', async () => {
    vi.stubGlobal('document', { documentElement: { dataset: { idle: '40000' } } });
    await openPage();
    for (let second = 0; second < 60; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      await act();
    }
    // Every quarter of it.
    expect(asked).toHaveLength(1 + 6);
    expect($session.get()).not.toBeNull();
  });

  it('reports nothing without activity', async () => {
    await openPage();
    await vi.advanceTimersByTimeAsync(10 * keepAliveMs);
    expect(asked).toHaveLength(1);
  });

  it('survives a short outage of the server', async () => {
    await openPage();
    answer = 'no answer';
    await vi.advanceTimersByTimeAsync(keepAliveMs);
    await act();
    expect(asked).toHaveLength(2);
    expect($session.get()).not.toBeNull();
  });
});
