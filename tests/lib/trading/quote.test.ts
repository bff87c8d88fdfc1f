import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTradingLimits as limits } from '../../../src/lib/trading/limits.ts';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { closingRate, isTradable, openingRate, openingSide, priceMoved } from '../../../src/lib/trading/quote.ts';
import { roundRate } from '../../../src/lib/rate.ts';
import { amountMinor, direction, knownRate, leverage, quote as anyQuote } from './arbitraries.ts';
import { quoteOf } from '../../support/quote-of.ts';

const quote = quoteOf({ bid: 100, ask: 101, timeMs: 1_000_000 });

describe('a quote is tradable', () => {
  test('until it is 15 s old, that moment included', () => {
    expect(isTradable(quote, 1_000_000, limits)).toBe(true);
    expect(isTradable(quote, 1_015_000, limits)).toBe(true);
    expect(isTradable(quote, 1_015_001, limits)).toBe(false);
  });

  test('whatever the wall clock was when it arrived', () => {
    expect(isTradable(quoteOf({ ...quote, timeMs: 1_000_000 + 3_600_000 }), 1_000_000, limits)).toBe(true);
  });

  test('not if its time is in the future, because another clock stamped it', () => {
    expect(isTradable(quote, 984_999, limits)).toBe(false);
  });

  test('not while its asset is halted', () => {
    expect(isTradable({ ...quote, isHalted: true }, 1_000_000, limits)).toBe(false);
  });

  test('never if it does not exist, or a side is missing', () => {
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

const bitcoin = { bid: 65_000, ask: 65_010 };

describe('fill', () => {
  test('a buy opens at the ask and 0.025 %, a sell at the bid less 0.025 %', () => {
    expect(openingSide('buy', bitcoin)).toBe(65_010);
    expect(openingSide('sell', bitcoin)).toBe(65_000);
    expect(openingRate('buy', bitcoin)).toBe(65_026.252_5);
    expect(openingRate('sell', bitcoin)).toBe(64_983.75);
  });

  test('a fill is kept to ten digits', () => {
    expect(openingRate('buy', { bid: 65_000.123, ask: 65_010.123 })).toBe(65_026.375_53);
  });

  test('a buy closes at the bid and a sell at the ask, without a spread of their own', () => {
    expect(closingRate('buy', bitcoin)).toBe(65_000);
    expect(closingRate('sell', bitcoin)).toBe(65_010);
  });

  test('the opening rate is the exact product, to the nearest unit of its tenth digit', () => {
    fc.assert(
      fc.property(knownRate, direction, ({ rate, units, decimals }, side) => {
        const exact = units * (side === 'buy' ? 100_025n : 99_975n);
        const filled = openingRate(side, { bid: rate, ask: rate });
        expect(roundRate(filled)).toBe(filled);
        const [mantissa = '', exponent = '0'] = filled.toExponential(9).split('e');
        const filledUnits = BigInt(mantissa.replace('.', ''));
        const lastDigit = 9 - Number(exponent);
        const scale = BigInt(Math.max(0, lastDigit - decimals - 5));
        const back = BigInt(Math.max(0, decimals + 5 - lastDigit));
        const distance = exact * 10n ** scale - filledUnits * 10n ** back;
        expect((distance < 0n ? -distance : distance) * 2n).toBeLessThanOrEqual(10n ** back);
      }),
    );
  });

  test('a position that is opened and closed on one quote never gains', () => {
    fc.assert(
      fc.property(anyQuote, direction, amountMinor, leverage, (now, side, amount, times) => {
        const profit = profitMinor({
          direction: side,
          openRate: openingRate(side, now),
          closeRate: closingRate(side, now),
          amountMinor: amount,
          leverage: times,
        });
        expect(profit).toBeLessThanOrEqual(0);
      }),
    );
  });
});
