import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { roundRate } from '../../../src/lib/trading/rate.ts';
import { terminationRate } from '../../../src/lib/trading/termination.ts';
import { amountMinor, direction, leverage, rate } from './arbitraries.ts';

const openRate = rate.map(roundRate);

describe('termination price', () => {
  test.each([
    ['buy', 1, 0],
    ['buy', 5, 80],
    ['buy', 10, 90],
    ['buy', 20, 95],
    ['buy', 3, 66.666_666_6],
    ['buy', 15, 93.333_333_3],
    ['buy', 30, 96.666_666_6],
    ['sell', 1, 200],
    ['sell', 5, 120],
    ['sell', 3, 133.333_333_4],
    ['sell', 30, 103.333_333_4],
  ] as const)('of a %s at 100 with leverage %d is %d', (side, times, expected) => {
    expect(terminationRate({ direction: side, openRate: 100, leverage: times })).toBe(expected);
  });

  test('there the loss is the amount to the cent, for every amount', () => {
    fc.assert(
      fc.property(direction, openRate, leverage, amountMinor, (side, open, times, amount) => {
        const closeRate = terminationRate({ direction: side, openRate: open, leverage: times });
        const known = { direction: side, openRate: open, closeRate, amountMinor: amount, leverage: times };
        expect(profitMinor(known)).toBe(-amount);
      }),
      { numRuns: 1_000 },
    );
  });

  test('just before it the loss is still below the amount, for an amount of everyday size', () => {
    fc.assert(
      fc.property(
        direction,
        openRate,
        leverage,
        fc.integer({ min: 100, max: 1_000_000 }),
        (side, open, times, amount) => {
          const termination = terminationRate({ direction: side, openRate: open, leverage: times });
          const centInRate = open / (amount * times);
          const closeRate = side === 'buy' ? termination + 2 * centInRate : termination - 2 * centInRate;
          const known = { direction: side, openRate: open, closeRate, amountMinor: amount, leverage: times };
          expect(profitMinor(known)).toBeGreaterThan(-amount);
        },
      ),
    );
  });

  test('is 100 / leverage percent from the open rate', () => {
    fc.assert(
      fc.property(direction, openRate, leverage, (side, open, times) => {
        const termination = terminationRate({ direction: side, openRate: open, leverage: times });
        const distance = side === 'buy' ? open - termination : termination - open;
        expect(Math.abs(distance / open - 1 / times)).toBeLessThan(1e-8);
      }),
    );
  });
});
