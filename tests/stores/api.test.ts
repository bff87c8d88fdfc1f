import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCandles, getUser, login } from '../../src/lib/contract/calls.ts';
import { callApi, longestCallMs } from '../../src/stores/api.ts';
import { serverNowMs } from '../../src/stores/realtime/api-server.ts';
import { logOut } from '../../src/stores/authentication.ts';
import { logIn } from '../../src/stores/sign-in/log-in.ts';
import { $session, beginSession } from '../../src/stores/session.ts';
import { demoUser } from '../support/demo-user.ts';

interface Request {
  path: string;
  init: RequestInit & { headers: Record<string, string> };
}

let requests: Request[];

function answerWith(status: number, body: unknown): void {
  vi.stubGlobal('fetch', (path: string, init: Request['init']) => {
    requests.push({ path, init });
    return Promise.resolve(typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }));
  });
}

const refusal = (code: string, fields?: Record<string, string>) => ({
  status: 'error',
  error: { code, message: '', fields },
});

beforeEach(() => {
  requests = [];
});

afterEach(() => {
  $session.set(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('callApi', () => {
  it('sends the body as JSON, and no authorization header without a session', async () => {
    answerWith(200, { status: 'success', data: { access_token: 'token', user: demoUser } });
    const result = await callApi(login, { body: { email: 'a@example.com', password: 'x' } });
    expect(result).toEqual({ ok: true, data: { access_token: 'token', user: demoUser } });
    expect(requests[0]?.init.body).toBe('{"email":"a@example.com","password":"x"}');
    expect(requests[0]?.init.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('sends the access token and the query', async () => {
    beginSession({ access_token: 'token', user: demoUser });
    answerWith(200, { status: 'success', data: [] });
    await callApi(getCandles, { query: { symbol: 'BTCUSD', resolution: '1h', from: 1, to: 2 } });
    expect(requests[0]?.path).toBe('/api/get/candles?symbol=BTCUSD&resolution=1h&from=1&to=2');
    expect(requests[0]?.init.headers).toEqual({ authorization: 'Bearer token' });
  });

  it('returns the problem of a refusal', async () => {
    answerWith(400, refusal('VALIDATION', { email: 'invalid email address' }));
    const result = await callApi(login, { body: { email: '', password: '' } });
    expect(result).toEqual({
      ok: false,
      problem: { code: 'VALIDATION', fields: { email: 'invalid email address' } },
    });
  });

  it.each([
    ['an error page', 502, '<html>bad gateway</html>', 'UNAVAILABLE'],
    ['JSON without an envelope', 200, { hello: 1 }, 'UNAVAILABLE'],
    ['a refusal without its error', 400, { status: 'error', error: null }, 'UNAVAILABLE'],
    ['a code that the contract does not know', 400, refusal('TEAPOT'), 'INTERNAL'],
  ])('answers with a problem for %s', async (_, status, body, code) => {
    answerWith(status, body);
    expect(await callApi(getUser, { body: {} })).toEqual({ ok: false, problem: { code } });
  });

  it('forgets a session that the server refuses', async () => {
    beginSession({ access_token: 'token', user: demoUser });
    answerWith(401, refusal('UNAUTHENTICATED'));
    await callApi(getUser, { body: {} });
    expect($session.get()).toBeNull();
  });

  it('waits for an answer no longer than its time limit', async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    // Never answers, like a dead connection; rejects once it is aborted.
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('too late', 'TimeoutError')));
        }),
    );
    const call = callApi(getUser, { body: {} });
    expect(timeout).toHaveBeenCalledWith(longestCallMs);
    patience.abort();
    expect(await call).toEqual({ ok: false, problem: { code: 'UNAVAILABLE' } });
  });

  it('keeps a session that began while the refused call was under way', async () => {
    beginSession({ access_token: 'old', user: demoUser });
    answerWith(401, refusal('UNAUTHENTICATED'));
    const call = callApi(getUser, { body: {} });
    beginSession({ access_token: 'new', user: demoUser });
    await call;
    expect($session.get()?.access_token).toBe('new');
  });
});

describe('authentication', () => {
  it('keeps the session of a log-in', async () => {
    answerWith(200, { status: 'success', data: { access_token: 'token', user: demoUser, device: 'device' } });
    const result = await logIn({ email: 'demo@example.com', password: 'demo1234' });
    expect(result).toEqual({ ok: true, user: demoUser });
    expect($session.get()).toEqual({ access_token: 'token', user: demoUser });
  });

  it('stores nothing of a refused log-in', async () => {
    answerWith(401, refusal('INVALID_CREDENTIALS'));
    const result = await logIn({ email: 'demo@example.com', password: 'wrong' });
    expect(result).toEqual({ ok: false, problem: { code: 'INVALID_CREDENTIALS' } });
    expect($session.get()).toBeNull();
  });

  it('ends the session on the server with its own token, and here at once', async () => {
    beginSession({ access_token: 'token', user: demoUser });
    answerWith(200, { status: 'success', data: null });
    const leaving = logOut();
    expect($session.get()).toBeNull();
    await leaving;
    expect(requests.map(({ path }) => path)).toEqual(['/api/accounts/logout']);
    expect(requests[0]?.init.headers['authorization']).toBe('Bearer token');
  });
});

it('uses the server’s time from its answers, for browsers whose clock is wrong', async () => {
  const date = 'Fri, 20 Nov 2026 11:00:00 GMT';
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status: 'success', data: [] }, { headers: { date } })));
  await callApi(getCandles, { query: { symbol: 'BTCUSD', resolution: '1d', from: 0, to: 1 } });
  expect(Math.abs(serverNowMs() - Date.parse(date))).toBeLessThan(60_000);
});
