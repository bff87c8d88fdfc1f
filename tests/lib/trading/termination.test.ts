import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { roundRate } from '../../../src/lib/rate.ts';
import { endsBefore, terminationRate, triggeredReason } from '../../../src/lib/trading/levels.ts';
import { amountMinor, direction, knownRate, leverage, rate } from './arbitraries.ts';

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

  test('is exact to the tenth digit of the open rate, and rounded away from it', () => {
    fc.assert(
      fc.property(direction, knownRate, leverage, (side, { rate: open, units, decimals }, times) => {
        const more = 10 - String(units).length;
        const [tenDigits, parts] = [units * 10n ** BigInt(more), BigInt(times)];
        const distance = tenDigits / parts + (tenDigits % parts > 0n ? 1n : 0n);
        const expected = side === 'buy' ? tenDigits - distance : tenDigits + distance;
        const termination = terminationRate({ direction: side, openRate: open, leverage: times });
        expect(termination).toBe(Number(`${expected}e${-decimals - more}`));
      }),
      { numRuns: 1_000 },
    );
  });

  test('keeps the digits of an open rate that has more', () => {
    const openRate = 100.000_000_000_05;
    expect(terminationRate({ direction: 'buy', openRate, leverage: 5 })).toBe(80.000_000_000_04);
    expect(terminationRate({ direction: 'sell', openRate, leverage: 3 })).toBe(133.333_333_333_4);
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

describe('a stop loss', () => {
  test.each([
    ['buy', 80, undefined],
    ['buy', 79.99, 80],
    ['sell', 120, undefined],
    ['sell', 120.01, 120],
  ] as const)('of a %s with leverage 5 at %d of 100: the position ends before it at %d', (side, stopLoss, end) => {
    expect(endsBefore(stopLoss, { direction: side, openRate: 100, leverage: 5 })).toBe(end);
  });

  test('beyond the termination price does not close the position; low margin does', () => {
    fc.assert(
      fc.property(direction, openRate, leverage, rate, (side, open, times, stopLoss) => {
        const facts = { direction: side, openRate: open, leverage: times };
        const position = { ...facts, stopLoss, takeProfit: null, protected: false };
        const reason = triggeredReason(position, terminationRate(facts));
        expect(reason).toBe(endsBefore(stopLoss, facts) === undefined ? 1 : 3);
      }),
    );
  });
});
