import { expect, test } from 'vitest';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import { createCandleBook } from '../../../src/server/market/candle-book.ts';
import { createCandleStore } from '../../../src/server/market/candle-store.ts';
import type { CandleRange, StoredCandle } from '../../../src/server/market/candles-rows.ts';

const minuteMs = 60_000;
const candleAt = (time: number, rate = 1): Candle => ({ time, open: rate, high: rate, low: rate, close: rate });
const times = (candles: readonly Candle[]) => candles.map(({ time }) => time);

/** A store over a table with a candle for each of these minutes, and the queries that reach the table. */
function openStore({ minutes = 20_000, mostKept = 300_000, symbols = ['BTCUSD', 'ETHUSD'] } = {}) {
  const rows = new Map(
    symbols.map((symbol) => [
      symbol,
      new Map(Array.from({ length: minutes }, (_, minute) => [60 * minute, candleAt(60 * minute)])),
    ]),
  );
  const asked: Omit<CandleRange, 'feed'>[] = [];
  const table = { isAway: false, beforeAnswer: () => Promise.resolve() };
  const book = createCandleBook({ symbols });
  const answer = async <Value>(value: () => Value): Promise<Value> => {
    if (table.isAway) throw new Error('away');
    const answered = value();
    await table.beforeAnswer();
    return answered;
  };
  const ofSymbol = (symbol: string, resolutionSeconds: number) =>
    resolutionSeconds === 60 ? [...(rows.get(symbol)?.values() ?? [])].sort((a, b) => a.time - b.time) : [];
  const store = createCandleStore({
    ...{ book, mostKept },
    load: (range) => {
      asked.push(range);
      const { symbol, resolutionSeconds, from, to, limit } = range;
      const inside = ({ time }: Candle) => time >= from && time <= to;
      return answer(() => ofSymbol(symbol, resolutionSeconds).filter(inside).slice(-limit));
    },
    loadSpan: (symbol, resolutionSeconds) =>
      answer(() => {
        const all = times(ofSymbol(symbol, resolutionSeconds));
        return all.length > 0 ? { first: all[0] ?? 0, last: all.at(-1) ?? 0 } : null;
      }),
    write: (changed: readonly StoredCandle[]) =>
      answer(() => {
        for (const { symbol, resolutionSeconds, candle } of changed) {
          if (resolutionSeconds === 60) rows.get(symbol)?.set(candle.time, { ...candle });
        }
      }),
  });
  const read = (from: number, to: number, symbol = 'BTCUSD') => store.read(symbol, '1m', from, to);
  const quote = (minute: number, bid: number) => book.accept(0, bid, bid, minute * minuteMs);
  return { store, read, quote, asked, table };
}

test('concurrent requests for a range share one read, and ranges inside it need none', async () => {
  const { read, asked } = openStore();
  const [first, second] = await Promise.all([read(0, 599), read(0, 540)]);
  expect(times(first)).toEqual(times(second));
  expect(times(await read(-59, 555))).toEqual(times(first));
  expect(times(await read(60, 179))).toEqual([60, 120]);
  expect(await read(61, 119)).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('sixty overlapping ranges of 5,000 take a few reads, and do not evict what others use', async () => {
  const { read, asked } = openStore({ mostKept: 15_000 });
  await read(0, 600, 'ETHUSD');
  const ends = Array.from({ length: 60 }, (_, index) => 60 * (19_999 - 7 * index));
  for (const end of ends) {
    const candles = await read(end - 60 * 4_999, end);
    expect([candles.length, candles[0]?.time, candles.at(-1)?.time]).toEqual([5_000, end - 60 * 4_999, end]);
  }
  await read(0, 600, 'ETHUSD');
  expect(asked.map(({ symbol }) => symbol)).toEqual(['ETHUSD', 'BTCUSD', 'BTCUSD']);
});

test('the least recently used range is evicted', async () => {
  const { read, asked } = openStore({ symbols: ['BTCUSD', 'ETHUSD', 'XRPUSD'], minutes: 1_000, mostKept: 2_100 });
  for (const symbol of ['BTCUSD', 'ETHUSD', 'BTCUSD', 'XRPUSD', 'BTCUSD', 'ETHUSD']) await read(0, 600, symbol);
  expect(asked.map(({ symbol }) => symbol)).toEqual(['BTCUSD', 'ETHUSD', 'XRPUSD', 'ETHUSD']);
});

test('candles are delivered even without any cache', async () => {
  const { read } = openStore({ mostKept: 100 });
  expect(await read(0, 60 * 20_000)).toHaveLength(5_000);
});

test('a failed read fails for all who shared it, and the next one reads again', async () => {
  const { read, table } = openStore();
  table.isAway = true;
  const failed = await Promise.allSettled([read(0, 599), read(0, 599)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  table.isAway = false;
  expect(await read(0, 599)).toHaveLength(10);
});

test('a chart that was shown continues during an outage, with saved and unsaved candles', async () => {
  const { store, read, quote, table, asked } = openStore({ minutes: 999 });
  const chart = async (to = 1e11) => (await read(60 * 995, to)).map(({ time, close }) => [time / 60, close]);
  expect(await chart()).toEqual([995, 996, 997, 998].map((minute) => [minute, 1]));
  for (const minute of [999, 1_000, 1_001]) {
    quote(minute, minute);
    await store.save();
  }
  table.isAway = true;
  quote(1_002, 2);
  await expect(store.save()).rejects.toThrow('away');
  quote(1_003, 3);
  const all = [995, 996, 997, 998].map((minute) => [minute, 1]);
  all.push([999, 999], [1_000, 1_000], [1_001, 1_001], [1_002, 2], [1_003, 3]);
  expect(await chart()).toEqual(all);
  expect(await chart(60 * 1_000)).toEqual(all.slice(0, 6));
  await expect(read(0, 1e11, 'ETHUSD')).rejects.toThrow('away');
  table.isAway = false;
  await store.save();
  expect(await chart()).toEqual(all);
  expect(asked).toHaveLength(1);
});

test('candles that are saved during a read are in the chart afterwards', async () => {
  const { store, read, quote, table } = openStore({ minutes: 10 });
  quote(9, 5);
  let isFirst = true;
  table.beforeAnswer = async () => {
    if (!isFirst) return;
    isFirst = false;
    quote(10, 6);
    await store.save();
  };
  await read(0, 1e11);
  quote(11, 7);
  await store.save();
  table.isAway = true;
  const closes = (await read(0, 1e11)).map(({ close }) => close);
  expect(closes.slice(-3)).toEqual([5, 6, 7]);
});

test('a price with a time far in the future does not make charts slow', async () => {
  const { store, read, quote, asked } = openStore({ minutes: 10 });
  await read(0, 1e11);
  quote(1e9, 2);
  await store.save();
  quote(1e9 + 1, 3);
  await store.save();
  const candles = await read(0, 1e11);
  expect([candles.length, candles.at(-1)?.close]).toEqual([12, 3]);
  expect(asked.length).toBeLessThan(8);
});
