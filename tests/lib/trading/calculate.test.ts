import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculate, calculatorLeverages, terminationPercent } from '../../../src/lib/trading/calculate.ts';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { terminationRate } from '../../../src/lib/trading/levels.ts';

test('the distances are those at which positions are actually closed', () => {
  expect(calculatorLeverages.map(terminationPercent)).toEqual([100, 33.3, 20, 10, 6.7, 5, 3.3]);
  for (const leverage of calculatorLeverages) {
    const rate = terminationRate({ direction: 'buy', openRate: 10_000, leverage });
    expect((10_000 - rate) / 100).toBeCloseTo(terminationPercent(leverage), 1);
  }
});

test('100.00 and 5 percent', () => {
  expect(calculate(10_000, 5)).toEqual([
    { leverage: 1, terminationPercent: 100, exposureMinor: 10_000, gainMinor: 500, lossMinor: -500 },
    { leverage: 3, terminationPercent: 33.3, exposureMinor: 30_000, gainMinor: 1_500, lossMinor: -1_500 },
    { leverage: 5, terminationPercent: 20, exposureMinor: 50_000, gainMinor: 2_500, lossMinor: -2_500 },
    { leverage: 10, terminationPercent: 10, exposureMinor: 100_000, gainMinor: 5_000, lossMinor: -5_000 },
    { leverage: 15, terminationPercent: 6.7, exposureMinor: 150_000, gainMinor: 7_500, lossMinor: -7_500 },
    { leverage: 20, terminationPercent: 5, exposureMinor: 200_000, gainMinor: 10_000, lossMinor: -10_000 },
    { leverage: 30, terminationPercent: 3.3, exposureMinor: 300_000, gainMinor: 15_000, lossMinor: -10_000 },
  ]);
});

test('absurd figures give no result', () => {
  expect(calculate(1e14, 1)).toBeNull();
  expect(calculate(NaN, 1)).toBeNull();
});

test('gain and loss equal those of a position after the same move, and the loss ends at the amount', () => {
  const amounts = fc.integer({ min: 100, max: 100_000_000 });
  const hundredths = fc.integer({ min: 100, max: 20_000 });
  fc.assert(
    fc.property(amounts, hundredths, (amountMinor, move) => {
      for (const { leverage, gainMinor, lossMinor } of calculate(amountMinor, move / 100) ?? []) {
        const facts = { openRate: 10_000, amountMinor, leverage } as const;
        expect(gainMinor).toBe(profitMinor({ ...facts, direction: 'buy', closeRate: 10_000 + move }));
        expect(lossMinor).toBe(profitMinor({ ...facts, direction: 'sell', closeRate: 10_000 + move }));
        expect(lossMinor).toBe(-Math.min(gainMinor, amountMinor));
      }
    }),
  );
});
