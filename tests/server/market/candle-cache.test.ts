import { expect, test } from 'vitest';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import { createCandleCache } from '../../../src/server/market/candle-cache.ts';
import type { CandleRange } from '../../../src/server/market/candles-rows.ts';

const range = { feed: 'hand', symbol: 'BTCUSD', resolutionSeconds: 60, from: 0, to: 599, limit: 5_000 };
const candlesOf = ({ from, to }: CandleRange): Candle[] =>
  Array.from({ length: (to - from) / 60 + 1 }, (_, index) => ({
    time: from + 60 * index,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
  }));

function openCache(mostKept?: number) {
  const loads: CandleRange[] = [];
  const load = (asked: CandleRange) => {
    loads.push(asked);
    return Promise.resolve(candlesOf(asked));
  };
  return { loads, cache: createCandleCache(load, mostKept === undefined ? {} : { mostKept }) };
}

test('a range of the past is read once, whatever second of its buckets is asked for', async () => {
  const { cache, loads } = openCache();
  const [first, second] = await Promise.all([cache.read(range, 600), cache.read({ ...range, to: 540 }, 600)]);
  expect(await cache.read({ ...range, from: -59, to: 555 }, 6_000)).toBe(first);
  expect([first, second].map(({ length }) => length)).toEqual([10, 10]);
  expect(loads).toEqual([{ ...range, from: 0, to: 540 }]);
});

test('what may still change is read each time, and what holds no bucket never', async () => {
  const { cache, loads } = openCache();
  for (let read = 0; read < 2; read += 1) await cache.read(range, 540);
  expect(loads).toHaveLength(2);
  expect(await cache.read({ ...range, from: 61, to: 119 }, 600)).toEqual([]);
  expect(loads).toHaveLength(2);
});

test('of more than it may keep, what was used longest ago is forgotten', async () => {
  const { cache, loads } = openCache(25);
  const other = { ...range, symbol: 'ETHUSD' };
  await cache.read(range, 600);
  await cache.read(other, 600);
  await cache.read(range, 600);
  await cache.read({ ...range, symbol: 'XRPUSD' }, 600);
  await cache.read(range, 600);
  await cache.read(other, 600);
  expect(loads.map(({ symbol }) => symbol)).toEqual(['BTCUSD', 'ETHUSD', 'XRPUSD', 'ETHUSD']);
});

test('a read that fails fails for those who shared it, and the next one reads again', async () => {
  let reads = 0;
  const cache = createCandleCache((asked) =>
    reads++ === 0 ? Promise.reject(new Error('gone')) : Promise.resolve(candlesOf(asked)),
  );
  const failed = await Promise.allSettled([cache.read(range, 600), cache.read(range, 600)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.read(range, 600)).toHaveLength(10);
  expect(reads).toBe(2);
});
