import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstStandingDeposit } from '../../../src/lib/transactions/first-standing-deposit.ts';

/** Tests which of an account's deposits is its first if some were reversed. */

const moves = (amounts: readonly number[]) => amounts.map((amountMinor, day) => ({ amountMinor, at: new Date(day) }));
const firstOf = (...amounts: number[]) => firstStandingDeposit(moves(amounts))?.at.getTime() ?? null;

test.each([
  ['none where there is none', [], null],
  ['the first', [50, 410], 0],
  ['none where it was taken back', [410, -410], null],
  ['the next one, credited before', [410, 50, -410], 1],
  ['the next one, credited after', [410, -410, 50], 2],
  ['the first, where the second was taken back', [50, 410, -410], 0],
  ['the first, where the second of one amount was taken back', [50, 50, -50], 0],
  ['the first, where a part of it was taken back', [410, -400], 0],
  ['none where all of it was taken back in parts', [410, -400, -10], null],
  ['the first, where a part of the newest that has as much was taken back', [50, 410, -400], 0],
  ['the first, where the newest of which just so much was left was taken back', [50, 20, -30, -20], 0],
  ['none where all of them were taken back at once', [50, 20, -70], null],
  ['the first, where more was taken back than the newest has', [50, 20, -60], 0],
  ['the next one, where more was taken back than there was', [50, -80, 30], 2],
])('%s', (_, amounts, expected) => {
  expect(firstOf(...amounts)).toBe(expected);
});

test('there is one as long as more was credited than reversed, and it is a credit', () => {
  const amounts = fc.array(
    fc.integer({ min: -9, max: 9 }).filter((amount) => amount !== 0),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(amounts, (given) => {
      const first = firstStandingDeposit(moves(given));
      const left = given.reduce((sum, amount) => Math.max(0, sum + amount), 0);
      expect(first === null).toBe(left === 0);
      expect(first === null || first.amountMinor > 0).toBe(true);
    }),
  );
});
