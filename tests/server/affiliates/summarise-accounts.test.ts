import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accountsPerFirstDeposit,
  conversionPercent,
} from '../../../src/server/affiliates/listing/summarise-accounts.ts';

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [4, 12, 33],
  [1, 200, 1],
  [1, 201, 0],
  [5, 8, 63],
  [2, 3, 67],
  [7, 7, 100],
])('%i first deposits of %i accounts are %i percent', (firstDeposits, accounts, percent) => {
  expect(conversionPercent(firstDeposits, accounts)).toBe(percent);
});

test.each([
  [0, 0, null],
  [9, 0, null],
  [3, 2, 1.5],
  [3, 1, 3],
  [1, 3, 0.33],
  [2, 3, 0.67],
  [1, 8, 0.13],
])('%i accounts with %i first deposits are %f for each', (accounts, firstDeposits, each) => {
  expect(accountsPerFirstDeposit(accounts, firstDeposits)).toBe(each);
});

test('a conversion is a whole percent from 0 to 100, off by at most half a percent', () => {
  const counts = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((accounts) => fc.tuple(fc.integer({ min: 0, max: accounts }), fc.constant(accounts)));
  fc.assert(
    fc.property(counts, ([firstDeposits, accounts]) => {
      const percent = conversionPercent(firstDeposits, accounts);
      expect(Number.isInteger(percent)).toBe(true);
      expect(Math.abs(percent - (100 * firstDeposits) / accounts)).toBeLessThanOrEqual(0.5);
    }),
  );
});
