import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tradingAccess } from '../../../src/lib/trading/access.ts';
import { isTradable, priceMoved } from '../../../src/lib/trading/freshness.ts';
import { defaultTradingLimits as limits } from '../../../src/lib/trading/limits.ts';
import { knownRate } from './arbitraries.ts';
import { quoteOf } from '../../support/quote-of.ts';

const quote = quoteOf({ bid: 100, ask: 101, timeMs: 1_000_000 });

describe('a quote is tradable', () => {
  test('until it is 15 s old, that moment included', () => {
    expect(isTradable(quote, 1_000_000, limits)).toBe(true);
    expect(isTradable(quote, 1_015_000, limits)).toBe(true);
    expect(isTradable(quote, 1_015_001, limits)).toBe(false);
  });

  test('whatever the wall clock said when it came', () => {
    expect(isTradable(quoteOf({ ...quote, timeMs: 1_000_000 + 3_600_000 }), 1_000_000, limits)).toBe(true);
  });

  test('not when it is from ahead: another clock stamped it', () => {
    expect(isTradable(quote, 984_999, limits)).toBe(false);
  });

  test('not while its asset is halted', () => {
    expect(isTradable({ ...quote, isHalted: true }, 1_000_000, limits)).toBe(false);
  });

  test('never when there is none, or a side is missing', () => {
    expect(isTradable(undefined, 1_000_000, limits)).toBe(false);
    expect(isTradable({ ...quote, bid: 0 }, 1_000_000, limits)).toBe(false);
    expect(isTradable({ ...quote, ask: 0 }, 1_000_000, limits)).toBe(false);
    expect(isTradable({ ...quote, ask: NaN }, 1_000_000, limits)).toBe(false);
    expect(isTradable({ ...quote, arrivedMs: NaN }, 1_000_000, limits)).toBe(false);
  });
});

describe('a price has moved', () => {
  test.each([
    [200, 201, false],
    [200, 199, false],
    [200, 201.000_001, true],
    [200, 198.999_999, true],
    [1.1, 1.105_5, false],
    [1.1, 1.105_500_001, true],
    [1e-7, 1.005e-7, false],
    [65_000, 65_000, false],
    [1e308, 1, true],
    [1, 1e308, true],
  ])('seen %d, now %d: %s', (seen, actual, expected) => {
    expect(priceMoved(seen, actual, limits)).toBe(expected);
  });

  test('not at the tolerance, but at the next unit beyond it, on either side', () => {
    fc.assert(
      fc.property(knownRate, fc.constantFrom(1n, -1n), ({ rate, units, decimals }, side) => {
        fc.pre(units < 100_000_000n);
        const at = (beyond: bigint) => Number(`${units * 1000n + side * (units * 5n + beyond)}e-${decimals + 3}`);
        expect(priceMoved(rate, at(0n), limits)).toBe(false);
        expect(priceMoved(rate, at(1n), limits)).toBe(true);
      }),
    );
  });

  test('with a tolerance of zero at any difference, with one of 100 never downwards', () => {
    expect(priceMoved(100, 100.000_000_1, { priceTolerancePercent: 0 })).toBe(true);
    expect(priceMoved(100, 100, { priceTolerancePercent: 0 })).toBe(false);
    expect(priceMoved(100, 0.000_01, { priceTolerancePercent: 100 })).toBe(false);
  });
});

describe('trading access', () => {
  test('is for verified accounts and their categories; not being verified is said first', () => {
    expect(tradingAccess({ verified: true, categoryIds: [1, 3] }, 3)).toBeNull();
    expect(tradingAccess({ verified: true, categoryIds: [1, 3] }, 2)).toBe('NO_ACCESS');
    expect(tradingAccess({ verified: false, categoryIds: [1, 3] }, 3)).toBe('NOT_VERIFIED');
    expect(tradingAccess({ verified: false, categoryIds: [] }, 3)).toBe('NOT_VERIFIED');
  });
});
