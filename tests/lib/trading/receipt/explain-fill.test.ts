import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openingRate, openingSide } from '../../../../src/lib/trading/fill.ts';
import { fromDecimal, roundRate, toDecimal } from '../../../../src/lib/trading/rate.ts';
import { openingFactor, quotedSpread } from '../../../../src/lib/trading/receipt/explain-fill.ts';
import { direction, quote } from '../arbitraries.ts';

test.each([
  [
    { bid: 1.08511, ask: 1.0852 },
    { units: 9n, decimals: 5 },
  ],
  [
    { bid: 59_990, ask: 60_010.5 },
    { units: 205n, decimals: 1 },
  ],
  [
    { bid: 1.5, ask: 1.5 },
    { units: 0n, decimals: 1 },
  ],
])('the spread of %j is without error', (sides, spread) => {
  expect(quotedSpread(sides)).toEqual(spread);
});

test('the factor is the opening spread, added for a buy and taken off for a sell', () => {
  expect([openingFactor('buy'), openingFactor('sell')]).toEqual([
    { units: 100_025n, decimals: 5 },
    { units: 99_975n, decimals: 5 },
  ]);
});

test('the opening side times the factor, to ten digits, is the rate that is filled', () => {
  fc.assert(
    fc.property(direction, quote, (side, sides) => {
      const [opening, factor] = [toDecimal(openingSide(side, sides)), openingFactor(side)];
      const exact = fromDecimal({ units: opening.units * factor.units, decimals: opening.decimals + factor.decimals });
      const filled = openingRate(side, sides);
      // A tie of the tenth digit is the only thing that doubles may see otherwise.
      expect(Math.abs(roundRate(exact) - filled)).toBeLessThanOrEqual(filled * 1.000_001e-9);
    }),
  );
});
