import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedResolutions } from '../../../src/lib/contract/calls.ts';
import { resolutionSeconds } from '../../../src/lib/trading/candle.ts';
import { createCandleBook } from '../../../src/server/market/candle-book.ts';
import type { StoredCandle } from '../../../src/server/market/candles-rows.ts';

const noon = Date.UTC(2026, 0, 5, 12);
const minuteMs = 60_000;
/** Indexes of the book's symbols. */
const [bitcoin, euro] = [0, 1];

/** A book, and the candles that it stored, by bucket. */
function openBook() {
  const book = createCandleBook({ symbols: ['BTCUSD', 'EURUSD'] });
  const stored = new Map<string, StoredCandle>();
  const write = (changed: readonly StoredCandle[]) => {
    for (const row of changed) stored.set(`${row.symbol} ${row.resolutionSeconds} ${row.candle.time}`, row);
    return Promise.resolve();
  };
  return { book, stored, save: () => book.save(write) };
}

test('the bids of a bucket become its open, high, low and close', () => {
  const { book } = openBook();
  for (const bid of [10, 12, 9, 11]) book.accept(bitcoin, bid, bid + 1, noon + bid);
  for (const resolution of storedResolutions) {
    const [candle] = book.unsaved('BTCUSD', resolution);
    expect(candle).toMatchObject({ open: 10, high: 12, low: 9, close: 11 });
    expect(candle!.time % resolutionSeconds[resolution]).toBe(0);
  }
  expect(book.unsaved('EURUSD', '1m')).toEqual([]);
  expect(book.unsaved('GOLD', '1m')).toEqual([]);
});

test('a quote of the next minute closes the minute and goes on with the hour', () => {
  const { book } = openBook();
  book.accept(bitcoin, 10, 11, noon + minuteMs - 1);
  book.accept(bitcoin, 8, 9, noon + minuteMs);
  expect(book.unsaved('BTCUSD', '1m')).toEqual([
    { time: noon / 1000, open: 10, high: 10, low: 10, close: 10 },
    { time: noon / 1000 + 60, open: 8, high: 8, low: 8, close: 8 },
  ]);
  expect(book.unsaved('BTCUSD', '1h')).toEqual([{ time: noon / 1000, open: 10, high: 10, low: 8, close: 8 }]);
});

test('if the clock is set back the newest candle continues, and no past one changes', () => {
  const { book } = openBook();
  book.accept(bitcoin, 10, 11, noon);
  book.accept(bitcoin, 11, 12, noon + minuteMs);
  for (const bid of [14, 9, 12]) book.accept(bitcoin, bid, bid + 1, noon - 60 * minuteMs + bid);
  book.accept(bitcoin, 13, 14, noon + 2 * minuteMs);
  expect(book.unsaved('BTCUSD', '1m')).toEqual([
    { time: noon / 1000, open: 10, high: 10, low: 10, close: 10 },
    { time: noon / 1000 + 60, open: 11, high: 14, low: 9, close: 12 },
    { time: noon / 1000 + 120, open: 13, high: 13, low: 13, close: 13 },
  ]);
});

test('each coarser candle holds exactly its finer ones', () => {
  const step = fc.record({ afterMs: fc.integer({ min: 0, max: 7_200_000 }), bid: fc.integer({ min: 1, max: 1000 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      const { book } = openBook();
      let timeMs = noon;
      for (const { afterMs, bid } of steps) book.accept(bitcoin, bid, bid, (timeMs += afterMs));
      for (const [index, resolution] of storedResolutions.slice(1).entries()) {
        const finer = book.unsaved('BTCUSD', storedResolutions[index]!);
        for (const candle of book.unsaved('BTCUSD', resolution)) {
          const end = candle.time + resolutionSeconds[resolution];
          const inside = finer.filter(({ time }) => time >= candle.time && time < end);
          expect(candle.open).toBe(inside.at(0)!.open);
          expect(candle.close).toBe(inside.at(-1)!.close);
          expect(candle.high).toBe(Math.max(...inside.map(({ high }) => high)));
          expect(candle.low).toBe(Math.min(...inside.map(({ low }) => low)));
        }
      }
    }),
  );
});

describe('saving', () => {
  test('writes closed and current candles, and then only what changed', async () => {
    const { book, stored, save } = openBook();
    book.accept(bitcoin, 10, 11, noon);
    book.accept(bitcoin, 12, 13, noon + minuteMs);
    book.accept(euro, 1, 1, noon);
    await save();
    expect(stored.size).toBe(7 + 6);
    stored.clear();
    await save();
    expect(stored.size).toBe(0);
    book.accept(euro, 2, 2, noon + 1);
    await save();
    expect([...stored.values()].every(({ symbol, candle }) => symbol === 'EURUSD' && candle.high === 2)).toBe(true);
    expect(stored.size).toBe(6);
  });

  test('repeats candles that could not be written', async () => {
    const { book, stored, save } = openBook();
    book.accept(bitcoin, 10, 11, noon);
    book.accept(bitcoin, 12, 13, noon + minuteMs);
    await expect(book.save(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(book.unsaved('BTCUSD', '1m')).toHaveLength(2);
    await save();
    expect(stored.size).toBe(7);
    expect(book.unsaved('BTCUSD', '1m')).toHaveLength(1);
  });

  test('writes the backlog of a long outage in batches, each once', async () => {
    const { book, stored } = openBook();
    const minutes = 12_000;
    for (let minute = 0; minute <= minutes; minute += 1) book.accept(bitcoin, 10, 11, noon + minute * minuteMs);
    const closed = storedResolutions
      .map((resolution) => book.unsaved('BTCUSD', resolution).length - 1)
      .reduce((all, one) => all + one, 0);
    const lengths: number[] = [];
    const write = (rows: readonly StoredCandle[]) => {
      lengths.push(rows.length);
      if (lengths.length === 3) return Promise.reject(new Error('too slow'));
      for (const row of rows) stored.set(`${row.resolutionSeconds} ${row.candle.time}`, row);
      return Promise.resolve();
    };
    await expect(book.save(write)).rejects.toThrow('too slow');
    expect(lengths).toEqual([5_000, 5_000, 5_000]);
    expect(book.unsaved('BTCUSD', '1m')).toHaveLength(minutes - 10_000 + 1);
    await book.save(write);
    expect(lengths.slice(3)).toEqual([5_000, closed - 15_000, 6]);
    expect(stored.size).toBe(closed + 6);
  });

  test('keeps quotes that arrive during a write', async () => {
    const { book, stored, save } = openBook();
    book.accept(bitcoin, 10, 11, noon);
    await book.save(() => {
      book.accept(bitcoin, 20, 21, noon + 1);
      book.accept(bitcoin, 30, 31, noon + minuteMs);
      return Promise.resolve();
    });
    await save();
    expect(stored.get(`BTCUSD 60 ${noon / 1000}`)?.candle.close).toBe(20);
    expect(stored.get(`BTCUSD 60 ${noon / 1000 + 60}`)?.candle.open).toBe(30);
  });
});

test('a restarted book continues the candles of the current buckets', async () => {
  const { book, stored, save } = openBook();
  for (const bid of [10, 15, 5]) book.accept(bitcoin, bid, bid, noon);
  await save();
  const restarted = openBook().book;
  restarted.resume([...stored.values()]);
  restarted.accept(bitcoin, 11, 11, noon + 1000);
  expect(restarted.unsaved('BTCUSD', '1m')).toEqual([{ time: noon / 1000, open: 10, high: 15, low: 5, close: 11 }]);
});
