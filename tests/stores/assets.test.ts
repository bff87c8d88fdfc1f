import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Asset } from '../../src/lib/contract/entities.ts';
import { $assets, loadAssets, takeAssets } from '../../src/stores/assets.ts';
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

test('an answer that was asked for before a push does not take the place of what was pushed', async () => {
  const loading = loadAssets();
  takeAssets(listOf('BTCUSD', 'NEW'));
  server.answer(0, listOf('BTCUSD'));
  await loading;
  expect(shown()).toEqual(['BTCUSD', 'NEW']);
});

test('what is asked for after a push is taken', async () => {
  takeAssets(listOf('BTCUSD'));
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

test('a load that fails is told where there is nothing to show, and leaves what there is', async () => {
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
