import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { ProblemCode } from '../../../src/lib/contract/problem.ts';
import { $assets } from '../../../src/stores/assets.ts';
import { $session } from '../../../src/stores/session.ts';
import { loadMarket } from '../../../src/stores/trading/terminal.ts';

const user = { token: 'identifier', full_name: 'Alex Morgan' } as User;

/** A server that answers each path with data, or refuses it with a problem. */
function stubServer(answers: Record<string, { data: unknown } | { code: ProblemCode }>) {
  vi.stubGlobal('fetch', (address: string) => {
    const answer = answers[new URL(address, 'http://localhost').pathname];
    if (!answer) return Promise.reject(new TypeError('no network'));
    const body = 'data' in answer ? { status: 'success', ...answer } : { status: 'error', error: answer };
    return Promise.resolve(Response.json(body));
  });
}

beforeEach(() => {
  $session.set({ access_token: 'secret', user });
  $assets.set({ status: 'loading' });
});
afterEach(() => vi.unstubAllGlobals());

test('the assets are loaded', async () => {
  stubServer({ '/api/get/assets': { data: [{ symbol: 'BTCUSD' }] } });
  await loadMarket();
  const state = $assets.get();
  expect(state.status === 'ready' && state.bySymbol.get('BTCUSD')).toEqual({ symbol: 'BTCUSD' });
});

test.each(['UNAUTHENTICATED', 'FORBIDDEN'] as const)('a session that is refused with %s is over', async (code) => {
  stubServer({ '/api/get/assets': { code } });
  await loadMarket();
  expect($session.get()).toBeNull();
});

test('a server that cannot be reached ends nothing: the screen offers to try again', async () => {
  stubServer({});
  await loadMarket();
  expect($session.get()).not.toBeNull();
  expect($assets.get()).toMatchObject({ status: 'failed', problem: { code: 'UNAVAILABLE' } });
});
