import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { amountMinor, direction, leverage, rate, ratePair } from './arbitraries.ts';

const facts = fc.record({ direction, amountMinor, leverage });

describe('profit', () => {
  test.each([
    ['a buy that rose by 10 % with leverage 5', 'buy', 100, 110, 100_00, 5, 50_00],
    ['a buy that fell by 10 % with leverage 5', 'buy', 100, 90, 100_00, 5, -50_00],
    ['a sell that rose by 10 % with leverage 5', 'sell', 100, 110, 100_00, 5, -50_00],
    ['a sell that fell by 10 % with leverage 5', 'sell', 100, 90, 100_00, 5, 50_00],
    ['a rate that did not move', 'buy', 1.085_12, 1.085_12, 999_99, 30, 0],
    ['a loss of exactly the amount', 'buy', 100, 80, 100_00, 5, -100_00],
    ['a gap beyond the amount', 'buy', 100, 10, 100_00, 30, -100_00],
    ['a sell whose asset went through the roof', 'sell', 1, 1_000, 100_00, 30, -100_00],
    ['a rate with an exponent', 'buy', 1e-7, 1.5e-7, 100_00, 1, 50_00],
  ] as const)('%s', (_, side, openRate, closeRate, amount, times, expected) => {
    const known = { direction: side, openRate, closeRate, amountMinor: amount, leverage: times };
    expect(profitMinor(known)).toBe(expected);
  });

  test.each([
    ['half a cent goes to the even neighbour below', 100.5, 100, 0],
    ['one cent and a half to the even neighbour above', 101.5, 100, 2],
    ['two and a half to the even neighbour below', 102.5, 100, 2],
    ['minus half a cent to zero', 99.5, 100, 0],
    ['minus one and a half to minus two', 98.5, 100, -2],
    ['minus two and a half to minus two', 97.5, 100, -2],
    ['more than half is no tie', 100.500_001, 100, 1],
    ['less than half is no tie', 101.499_999, 100, 1],
  ])('%s', (_, closeRate, amount, expected) => {
    const profit = profitMinor({ direction: 'buy', openRate: 100, closeRate, amountMinor: amount, leverage: 1 });
    expect(profit).toBe(expected);
    expect(Object.is(profit, -0)).toBe(false);
  });

  test('a tie that doubles get wrong: 0.1 above 1.1 is exactly one eleventh', () => {
    const known = { direction: 'buy', openRate: 1.1, closeRate: 1.2, amountMinor: 55, leverage: 1 } as const;
    expect(profitMinor({ ...known, amountMinor: 11 })).toBe(1);
    expect(profitMinor(known)).toBe(5);
    expect(profitMinor({ ...known, amountMinor: 1_650_000_000_000 })).toBe(150_000_000_000);
  });

  test('is the exact quotient rounded half to even, by an independent criterion', () => {
    fc.assert(
      fc.property(ratePair, facts, ({ open, close }, known) => {
        const profit = profitMinor({ ...known, openRate: open.rate, closeRate: close.rate });
        fc.pre(profit > -known.amountMinor);
        const openUnits = open.units * 100_000n;
        const gained = known.direction === 'buy' ? close.units - openUnits : openUnits - close.units;
        const exact = gained * BigInt(known.amountMinor) * BigInt(known.leverage);
        const error = exact - BigInt(profit) * openUnits;
        const twice = 2n * (error < 0n ? -error : error);
        expect(twice < openUnits || (twice === openUnits && profit % 2 === 0)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a loss is never more than the amount, whatever the gap', () => {
    fc.assert(
      fc.property(rate, rate, facts, (openRate, closeRate, known) => {
        const gap = known.direction === 'buy' ? Math.min(closeRate, openRate) : Math.max(closeRate, openRate);
        const profit = profitMinor({ ...known, openRate, closeRate: gap });
        expect(profit).toBeGreaterThanOrEqual(-known.amountMinor);
        expect(profit).toBeLessThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a buy gains to the cent what a sell loses, until one of them is capped', () => {
    fc.assert(
      fc.property(ratePair, amountMinor, leverage, ({ open, close }, amount, times) => {
        const known = { openRate: open.rate, closeRate: close.rate, amountMinor: amount, leverage: times };
        const bought = profitMinor({ ...known, direction: 'buy' });
        const sold = profitMinor({ ...known, direction: 'sell' });
        fc.pre(Math.min(bought, sold) > -amount);
        expect(bought + sold).toBe(0);
      }),
    );
  });

  test('a better rate is never worth less', () => {
    fc.assert(
      fc.property(ratePair, rate, facts, ({ open, close }, other, known) => {
        fc.pre(other / open.rate < 50);
        const [low, high] = [Math.min(close.rate, other), Math.max(close.rate, other)];
        const atLow = profitMinor({ ...known, openRate: open.rate, closeRate: low });
        const atHigh = profitMinor({ ...known, openRate: open.rate, closeRate: high });
        const [worse, better] = known.direction === 'buy' ? [atLow, atHigh] : [atHigh, atLow];
        expect(worse).toBeLessThanOrEqual(better);
      }),
    );
  });

  test('a profit that no number represents exactly throws and is not paid', () => {
    const known = { direction: 'buy', openRate: 1e-8, closeRate: 1e8, amountMinor: 100_00, leverage: 30 } as const;
    expect(() => profitMinor(known)).toThrow(RangeError);
    expect(profitMinor({ ...known, direction: 'sell' })).toBe(-100_00);
  });
});
