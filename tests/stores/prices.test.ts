import { expect, test } from 'vitest';
import { createPriceBook, isLive } from '../../src/stores/prices.ts';

function createTestBook() {
  const frames: (() => void)[] = [];
  const clock = { nowMs: 1_000_000 };
  const limit = { staleAfterMs: 15_000 };
  const book = createPriceBook({
    schedule: (flush) => frames.push(flush),
    now: () => clock.nowMs,
    staleAfterMs: () => limit.staleAfterMs,
  });
  return {
    book,
    clock,
    limit,
    frames,
    /** Flushes, as before the browser's next paint. */
    paint: () => frames.splice(0).forEach((flush) => flush()),
  };
}

test('a listener is called once per flush, however many updates arrived', () => {
  const { book, frames, paint } = createTestBook();
  let told = 0;
  book.watch(['BTCUSD', 'EURUSD'], () => told++);

  for (let tick = 1; tick <= 10; tick++) {
    book.apply({ BTCUSD: { buy: 100 + tick, sell: 99 + tick }, EURUSD: { buy: 1.1, sell: 1.0 } });
  }

  expect(told).toBe(0);
  expect(frames).toHaveLength(1);
  paint();
  expect(told).toBe(1);
  expect(book.get('BTCUSD')).toMatchObject({ buy: 110, sell: 109 });
});

test('an update leaves the other symbols unchanged', () => {
  const { book } = createTestBook();
  book.apply({ BTCUSD: { buy: 101, sell: 100 }, EURUSD: { buy: 1.2, sell: 1.1 } });
  book.apply({ EURUSD: { buy: 1.3, sell: 1.2 } });
  expect(book.get('BTCUSD')).toMatchObject({ buy: 101, sell: 100 });
  expect(book.get('EURUSD')).toMatchObject({ buy: 1.3, sell: 1.2 });
});

test('only the listeners of a changed symbol are called, and none after it stopped', () => {
  const { book, paint } = createTestBook();
  const told: string[] = [];
  book.watch(['BTCUSD'], () => told.push('BTCUSD'));
  const stop = book.watch(['EURUSD'], () => told.push('EURUSD'));

  book.apply({ EURUSD: { buy: 1.2, sell: 1.1 } });
  paint();
  expect(told).toEqual(['EURUSD']);

  stop();
  book.apply({ EURUSD: { buy: 1.3, sell: 1.2 } });
  paint();
  expect(told).toEqual(['EURUSD']);
});

test('an invalid price is ignored', () => {
  const { book } = createTestBook();
  book.apply({ BTCUSD: { buy: NaN, sell: 1 }, EURUSD: { buy: '1' as unknown as number, sell: 1 } });
  expect(book.get('BTCUSD')).toBeUndefined();
  expect(book.get('EURUSD')).toBeUndefined();
});

test('a price becomes stale after 15 s, notifies at every sweep, and is live again with its next update', () => {
  const { book, clock, paint } = createTestBook();
  let told = 0;
  book.apply({ BTCUSD: { buy: 101, sell: 100 } });
  paint();
  book.watch(['BTCUSD'], () => told++);

  clock.nowMs += 14_999;
  book.sweep();
  paint();
  expect(told).toBe(0);
  expect(isLive(book.get('BTCUSD'))).toBe(true);

  clock.nowMs += 1;
  book.sweep();
  paint();
  book.sweep();
  paint();
  expect(told).toBe(2);
  expect(isLive(book.get('BTCUSD'))).toBe(false);

  book.apply({ BTCUSD: { buy: 101, sell: 100 } });
  expect(isLive(book.get('BTCUSD'))).toBe(true);
});

test('a price with a side missing cannot be traded at', () => {
  const { book } = createTestBook();
  book.apply({ BTCUSD: { buy: 0, sell: 100 } });
  expect(isLive(book.get('BTCUSD'))).toBe(false);
  expect(isLive(book.get('EURUSD'))).toBe(false);
});

test('a price that was old on arrival is stale at once, by the server’s age', () => {
  const { book, clock } = createTestBook();
  book.apply({ AAPL: { buy: 101, sell: 100, age_ms: 600_000 }, EURUSD: { buy: 1.2, sell: 1.1, age_ms: 14_000 } });
  expect(isLive(book.get('AAPL'))).toBe(false);
  expect(book.ageMs('AAPL')).toBe(600_000);
  expect(isLive(book.get('EURUSD'))).toBe(true);
  clock.nowMs += 1_000;
  book.sweep();
  expect(isLive(book.get('EURUSD'))).toBe(false);
});

test('while a side is missing the age counts from the last good price; without a price there is none', () => {
  const { book, clock } = createTestBook();
  book.apply({ BTCUSD: { buy: 101, sell: 100 }, EURUSD: { buy: 0, sell: 0, age_ms: null } });
  clock.nowMs += 4_000;
  book.apply({ BTCUSD: { buy: 0, sell: 0 }, EURUSD: { buy: 0, sell: 0 } });
  clock.nowMs += 1_000;
  expect([book.ageMs('BTCUSD'), book.ageMs('EURUSD'), book.ageMs('AAPL')]).toEqual([5_000, Infinity, 0]);
  book.apply({ EURUSD: { buy: 1.2, sell: 1.1 } });
  expect(book.ageMs('EURUSD')).toBe(0);
});

test('the current limit applies: a longer one makes a price live again', () => {
  const { book, clock, limit } = createTestBook();
  book.apply({ BTCUSD: { buy: 101, sell: 100 } });
  clock.nowMs += 20_000;
  book.sweep();
  expect(isLive(book.get('BTCUSD'))).toBe(false);
  limit.staleAfterMs = 60_000;
  book.sweep();
  expect(isLive(book.get('BTCUSD'))).toBe(true);
});
