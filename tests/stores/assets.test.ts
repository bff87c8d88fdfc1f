import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Asset } from '../../src/lib/contract/entities.ts';
import { $assets, loadAssets, applyAssets } from '../../src/stores/assets.ts';
import { createHandServer } from './hand-server.ts';

const listOf = (...symbols: string[]) => symbols.map((symbol) => ({ symbol })) as Asset[];

let server: ReturnType<typeof createHandServer>;

const shown = () => {
  const state = $assets.get();
  return state.status === 'ready' ? state.assets.map(({ symbol }) => symbol) : state.status;
};

beforeEach(() => {
  server = createHandServer();
  $assets.set({ status: 'loading' });
});
afterEach(() => vi.unstubAllGlobals());

test('the answer to a request from before a push does not replace the pushed value', async () => {
  const loading = loadAssets();
  applyAssets(listOf('BTCUSD', 'NEW'));
  server.answer(0, listOf('BTCUSD'));
  await loading;
  expect(shown()).toEqual(['BTCUSD', 'NEW']);
});

test('the answer to a request from after a push is used', async () => {
  applyAssets(listOf('BTCUSD'));
  const loading = loadAssets();
  server.answer(0, listOf('BTCUSD', 'NEW'));
  await loading;
  expect(shown()).toEqual(['BTCUSD', 'NEW']);
});

test('of two loads the later counts, whichever is answered first', async () => {
  const loading = [loadAssets(), loadAssets()];
  server.answer(1, listOf('BTCUSD', 'NEW'));
  await loading[1];
  server.answer(0, listOf('BTCUSD'));
  await loading[0];
  expect(shown()).toEqual(['BTCUSD', 'NEW']);
});

test('a failed load is reported if there is nothing to show, and keeps what there is', async () => {
  const first = loadAssets();
  server.refuse(0, 'INTERNAL');
  await first;
  expect(shown()).toBe('failed');
  const again = loadAssets();
  expect(shown()).toBe('loading');
  server.answer(1, listOf('BTCUSD'));
  await again;
  const third = loadAssets();
  server.refuse(2, 'UNAVAILABLE');
  expect(await third).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
  expect(shown()).toEqual(['BTCUSD']);
});
