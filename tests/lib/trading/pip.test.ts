import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPips } from '../../../src/lib/format/format-pips.ts';
import { pipSize, pipsBetween } from '../../../src/lib/trading/pip.ts';
import { seedAssets, seedCategories } from '../../../src/server/seed/asset-list.ts';

describe('the pip of an asset', () => {
  test.each([
    ['EURUSD', 'forex', 0.0001],
    ['USDCHF', 'forex', 0.0001],
    ['USDJPY', 'forex', 0.01],
    ['eurjpy', 'forex', 0.01],
    // The yen is the base currency here, not the quote currency.
    ['JPYUSD', 'forex', 0.0001],
    ['BTCUSD', 'crypto', null],
    ['JP225USD', 'index', null],
  ])('%s in %s', (symbol, category, pip) => expect(pipSize({ symbol, category })).toBe(pip));

  test('every currency pair that we ship has one, and nothing else has', () => {
    const forex = seedCategories.find(({ name }) => name === 'forex')?.id;
    for (const { symbol, categoryId } of seedAssets) {
      const category = seedCategories.find(({ id }) => id === categoryId)?.name ?? '';
      expect(pipSize({ symbol, category }) !== null).toBe(categoryId === forex);
    }
  });
});

describe('a distance in pips', () => {
  test.each([
    [1.1, 1.1002, 0.0001, 2],
    [1.16842, 1.16849, 0.0001, 0.7],
    [152.438, 152.446, 0.01, 0.8],
    [1.5, 1.5, 0.0001, 0],
    // A crossed quote.
    [1.1001, 1.1, 0.0001, -1],
    // Exactly half of a tenth is rounded up.
    [1, 1.000115, 0.0001, 1.2],
  ])('%d to %d', (bid, ask, pip, pips) => expect(pipsBetween({ bid, ask }, pip)).toBe(pips));

  test('whole points of a feed with five digits are tenths of a pip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 0, max: 5_000 }), (bid, points) => {
        expect(pipsBetween({ bid: bid / 1e5, ask: (bid + points) / 1e5 }, 0.0001)).toBe(points / 10);
      }),
    );
  });
});

test('pips are written with one decimal, as the reader writes them', () => {
  expect(formatPips(0.8, 'en')).toBe('0.8');
  expect(formatPips(12, 'de')).toBe('12,0');
});
