import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QuoteBook } from '../../../src/server/market/quote-book.ts';
import { createQuoteBook } from '../../../src/server/market/quote-book.ts';
import { quoteOf } from '../../support/quote-of.ts';

const t0 = Date.UTC(2026, 0, 5, 12);

function openBook(): QuoteBook {
  const book = createQuoteBook({ symbols: ['BTCUSD', 'EURUSD'] });
  book.accept('BTCUSD', 100, 101, t0, t0);
  return book;
}

describe('a good quote', () => {
  test('is kept with its time, and counted per symbol', () => {
    const book = openBook();
    book.accept('BTCUSD', 100.5, 101.5, t0 + 1, t0 + 1);
    expect(book.get('BTCUSD')).toEqual(quoteOf({ bid: 100.5, ask: 101.5, timeMs: t0 + 1, sequence: 2 }));
    expect(book.get('EURUSD')).toBeUndefined();
    expect(book.get('GOLD')).toBeUndefined();
    expect(book.accepted).toBe(2);
  });

  test('may have equal sides and the time of the previous one', () => {
    const book = openBook();
    book.accept('BTCUSD', 101, 101, t0, t0);
    expect(book.get('BTCUSD')?.sequence).toBe(2);
  });

  test('reaches every listener with the index of its symbol, until the listener is removed', () => {
    const heard: unknown[] = [];
    const book = createQuoteBook({ symbols: ['BTCUSD'], onQuote: (...quote) => heard.push(['first', ...quote]) });
    const remove = book.onQuote((...quote) => heard.push(['second', ...quote]));
    book.accept('BTCUSD', 1, 2, t0, t0);
    remove();
    book.accept('BTCUSD', 3, 2, t0, t0);
    book.accept('BTCUSD', 1.01, 2, t0, t0);
    expect(heard).toEqual([
      ['first', 0, 1, 2, t0],
      ['second', 0, 1, 2, t0],
      ['first', 0, 1.01, 2, t0],
    ]);
  });
});

describe('a bad quote', () => {
  test.each([
    ['unknown_symbol', 'GOLD', 100, 101, t0],
    ['not_a_number', 'BTCUSD', NaN, 101, t0],
    ['not_a_number', 'BTCUSD', 100, Infinity, t0],
    ['not_a_number', 'BTCUSD', 100, 101, NaN],
    ['zero', 'BTCUSD', 0, 101, t0],
    ['zero', 'BTCUSD', 100, 0, t0],
    ['negative', 'BTCUSD', -100, 101, t0],
    ['negative', 'BTCUSD', -102, -101, t0],
    ['crossed', 'BTCUSD', 101.01, 101, t0],
    ['out_of_order', 'BTCUSD', 100, 101, t0 - 1],
    ['jump', 'BTCUSD', 111, 112, t0],
    ['jump', 'BTCUSD', 89, 90, t0],
  ] as const)('%s is dropped and counted: %s %d %d', (reason, symbol, bid, ask, timeMs) => {
    const book = openBook();
    book.accept(symbol, bid, ask, timeMs, timeMs);
    expect(book.get('BTCUSD')).toMatchObject({ bid: 100, ask: 101, timeMs: t0, sequence: 1 });
    expect(book.accepted).toBe(1);
    expect(Object.entries(book.drops).filter(([, count]) => count > 0)).toEqual([[reason, 1]]);
  });

  test('never shows: every kept quote has two finite sides above zero, not crossed, in order', () => {
    const side = fc.oneof(fc.double(), fc.double({ min: 90, max: 110, noNaN: true }), fc.constant(0));
    const time = fc.oneof(fc.integer({ min: t0 - 5, max: t0 + 5 }), fc.constant(NaN));
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side, time)), (quotes) => {
        let lastMs = 0;
        const book = createQuoteBook({ symbols: ['BTCUSD'] });
        book.onQuote((_index, bid, ask, timeMs) => {
          expect(bid > 0 && ask >= bid && Number.isFinite(ask) && timeMs >= lastMs).toBe(true);
          lastMs = timeMs;
        });
        for (const [bid, ask, timeMs] of quotes) book.accept('BTCUSD', bid, ask, timeMs, timeMs);
        const dropped = Object.values(book.drops).reduce((sum, count) => sum + count, 0);
        expect(book.accepted + dropped).toBe(quotes.length);
      }),
    );
  });
});

describe('an asset is halted', () => {
  const seen = (book: QuoteBook) => {
    const prices: string[] = [];
    book.changedSince(-1, (symbol, bid, ask) => prices.push(`${symbol} ${bid} ${ask}`));
    return prices[0];
  };

  test('from a price of 0 on until the next good quote, valued at the last one and shown without a price', () => {
    const book = openBook();
    const before = book.revision;
    book.accept('BTCUSD', 0, 101, t0 + 1, t0 + 1);
    expect(book.get('BTCUSD')).toMatchObject({ bid: 100, ask: 101, sequence: 1, isHalted: true });
    expect(book.revision).toBeGreaterThan(before);
    expect(seen(book)).toBe('BTCUSD 0 0');
    const halted = book.revision;
    book.accept('BTCUSD', 100, 101, t0 + 2, t0 + 2);
    expect(book.get('BTCUSD')).toMatchObject({ sequence: 2, isHalted: false, confirmsJump: false });
    expect(book.revision).toBeGreaterThan(halted);
    expect(seen(book)).toBe('BTCUSD 100 101');
  });

  test('from the first jump until the third quote that agrees', () => {
    const book = openBook();
    for (const bid of [80, 80.5]) {
      book.accept('BTCUSD', bid, bid + 1, t0 + 1, t0 + 1);
      expect(book.get('BTCUSD')).toMatchObject({ bid: 100, isHalted: true });
    }
    book.accept('BTCUSD', 81, 82, t0 + 2, t0 + 2);
    expect(book.get('BTCUSD')).toMatchObject({ bid: 81, isHalted: false, confirmsJump: true });
    book.accept('BTCUSD', 81, 82, t0 + 3, t0 + 3);
    expect(book.get('BTCUSD')?.confirmsJump).toBe(false);
  });

  test('until the market is back near the last good quote', () => {
    const book = openBook();
    book.accept('BTCUSD', 80, 81, t0 + 1, t0 + 1);
    book.accept('BTCUSD', 99, 100, t0 + 2, t0 + 2);
    expect(book.get('BTCUSD')).toMatchObject({ bid: 99, isHalted: false, confirmsJump: false });
  });

  test('not by a price of 0 older than the last quote, nor by any other bad quote', () => {
    const book = openBook();
    book.accept('BTCUSD', 0, 0, t0, t0 - 1);
    book.accept('BTCUSD', NaN, 101, t0, t0);
    book.accept('BTCUSD', 102, 101, t0, t0);
    expect(book.get('BTCUSD')?.isHalted).toBe(false);
  });
});

test('quotes are ordered by their arrival, not by the wall clock, which is kept to be shown', () => {
  const book = openBook();
  book.accept('BTCUSD', 100.5, 101.5, t0 - 3_600_000, t0 + 1);
  expect(book.get('BTCUSD')).toMatchObject({ bid: 100.5, timeMs: t0 - 3_600_000, sequence: 2 });
  book.accept('BTCUSD', 101, 102, t0 + 3_600_000, t0);
  expect(book.get('BTCUSD')?.sequence).toBe(2);
  expect(book.drops.out_of_order).toBe(1);
});

describe('a jump', () => {
  test('of exactly ten percent does not count', () => {
    const book = createQuoteBook({ symbols: ['BTCUSD'] });
    book.accept('BTCUSD', 100, 100, t0, t0);
    book.accept('BTCUSD', 110, 110, t0, t0);
    expect(book.accepted).toBe(2);
  });

  test('is the market when three quotes in a row agree on it', () => {
    const book = openBook();
    book.accept('BTCUSD', 150, 151, t0, t0);
    book.accept('BTCUSD', 150.2, 151.2, t0, t0);
    expect(book.get('BTCUSD')?.bid).toBe(100);
    book.accept('BTCUSD', 150.4, 151.4, t0, t0);
    expect(book.get('BTCUSD')?.bid).toBe(150.4);
    expect(book.drops.jump).toBe(2);
  });

  test('is dropped if the next quotes disagree or the old price returns', () => {
    const book = openBook();
    for (const bid of [150, 300, 150, 300]) book.accept('BTCUSD', bid, bid + 1, t0, t0);
    expect(book.drops.jump).toBe(4);
    book.accept('BTCUSD', 150, 151, t0, t0);
    book.accept('BTCUSD', 100, 101, t0, t0);
    book.accept('BTCUSD', 150, 151, t0, t0);
    book.accept('BTCUSD', 150, 151, t0, t0);
    expect(book.get('BTCUSD')?.bid).toBe(100);
    expect(book.drops.jump).toBe(7);
  });
});

describe('a book that continues where the last one ended', () => {
  function resumed(): QuoteBook {
    const book = createQuoteBook({ symbols: ['BTCUSD', 'EURUSD'] });
    book.resume(new Map(Object.entries({ BTCUSD: 100, GOLD: 4000 })));
    return book;
  }

  test('has no quote yet, and takes a first one nearby', () => {
    const book = resumed();
    expect(book.get('BTCUSD')).toBeUndefined();
    book.accept('BTCUSD', 109, 110, t0, t0);
    expect(book.get('BTCUSD')).toEqual(quoteOf({ bid: 109, ask: 110, timeMs: t0, sequence: 1 }));
  });

  test('drops a first quote far away until three agree', () => {
    const book = resumed();
    for (const bid of [10, 150, 151]) book.accept('BTCUSD', bid, bid + 1, t0, t0);
    expect(book.get('BTCUSD')).toBeUndefined();
    book.accept('BTCUSD', 150, 151, t0, t0);
    expect(book.get('BTCUSD')?.bid).toBe(150);
    expect(book.drops.jump).toBe(3);
  });

  test('takes the first quote of a symbol that had none', () => {
    const book = resumed();
    book.accept('EURUSD', 1.1, 1.2, t0, t0);
    expect(book.get('EURUSD')?.bid).toBe(1.1);
  });
});

describe('what changed', () => {
  function changed(book: QuoteBook, since: number): string[] {
    const symbols: string[] = [];
    book.changedSince(since, (symbol, bid, ask) => symbols.push(`${symbol} ${bid} ${ask}`));
    return symbols;
  }

  test('since a revision is each symbol with a new price, at its newest', () => {
    const book = openBook();
    const before = book.revision;
    book.accept('EURUSD', 1.1, 1.2, t0, t0);
    book.accept('EURUSD', 1.11, 1.2, t0, t0);
    expect(changed(book, before)).toEqual(['EURUSD 1.11 1.2']);
    expect(changed(book, book.revision)).toEqual([]);
  });

  test('below revision zero is every asset, with zeros for those without a quote', () => {
    expect(changed(openBook(), -1)).toEqual(['BTCUSD 100 101', 'EURUSD 0 0']);
  });

  test('contains a repeated price once a second, so that a quiet asset does not look stale', () => {
    const book = openBook();
    const before = book.revision;
    book.accept('BTCUSD', 100, 101, t0 + 999, t0 + 999);
    expect(changed(book, before)).toEqual([]);
    book.accept('BTCUSD', 100, 101, t0 + 1000, t0 + 1000);
    expect(changed(book, before)).toEqual(['BTCUSD 100 101']);
  });
});
