import fc from 'fast-check';
import type { Quote } from '../../../src/lib/trading/quote.ts';
import { quoteOf } from '../../support/quote-of.ts';

/** A rate as a whole number of decimal units, so that a test can do exact arithmetic without the product's code. */
export interface KnownRate {
  rate: number;
  units: bigint;
  decimals: number;
}

export const knownRate: fc.Arbitrary<KnownRate> = fc
  .record({ units: fc.integer({ min: 1, max: 9_999_999_999 }), decimals: fc.integer({ min: 0, max: 8 }) })
  .map(({ units, decimals }) => ({ rate: Number(`${units}e-${decimals}`), units: BigInt(units), decimals }));

export const rate: fc.Arbitrary<number> = knownRate.map((known) => known.rate);
export const direction = fc.constantFrom('buy', 'sell');
export const leverage = fc.constantFrom(1, 2, 3, 5, 10, 15, 20, 30, 100, 1000);

/** From 1.00 to a billion. */
export const amountMinor = fc.oneof(
  fc.integer({ min: 100, max: 100_000_000 }),
  fc.integer({ min: 100, max: 100_000_000_000 }),
);

/** A fresh, uncrossed quote at time 0. */
export const quote: fc.Arbitrary<Quote> = fc
  .record({ bid: rate, spread: fc.double({ min: 0, max: 0.01, noNaN: true }) })
  .map(({ bid, spread }) => quoteOf({ bid, ask: bid * (1 + spread) }));

/** Two rates so close together that the profit of a position of any amount is a safe integer. */
export const ratePair = fc
  .record({ open: knownRate, percent: fc.integer({ min: -99_999, max: 200_000 }) })
  .map(({ open, percent }) => {
    const units = open.units * BigInt(100_000 + percent);
    const decimals = open.decimals + 5;
    return { open, close: { rate: Number(`${units}e-${decimals}`), units, decimals } };
  })
  .filter(({ close }) => String(close.units).length <= 15);
