import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMoney } from '../../../src/lib/format/parse-money.ts';

test.each([
  ['100', 100],
  ['12.50', 12.5],
  ['12,50', 12.5],
  [' 12,5 ', 12.5],
  ['12.', 12],
  ['0', 0],
])('%j is read as %d', (text, amount) => {
  expect(parseMoney(text)).toBe(amount);
});

test.each(['', ' ', 'abc', '-5', '1e3', '.', '1,000', '1.000', '1.000,50', '1,000.50', '1 000', '12.505', '€5', '٣'])(
  '%j is not read as money',
  (text) => {
    expect(parseMoney(text)).toBeNull();
  },
);

test('every amount of cents is read with a point and with a comma', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
      const text = (cents / 100).toFixed(2);
      expect(parseMoney(text)).toBe(cents / 100);
      expect(parseMoney(text.replace('.', ','))).toBe(cents / 100);
    }),
  );
});
