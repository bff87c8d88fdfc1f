import { expect, test } from 'vitest';
import { formatExact, formatExactRate } from '../../../src/lib/format/format-exact.ts';

test.each([
  ['no digit is lost', { units: -12_345_678_901_234_567_890_123n, decimals: 20 }, 2, '-123.45678901234567890123'],
  ['at least so many decimals', { units: 5n, decimals: 0 }, 2, '5.00'],
  ['zeros behind those are left out', { units: 1_250_000n, decimals: 5 }, 2, '12.50'],
  ['an exponent the other way', { units: 12n, decimals: -3 }, 2, '12,000.00'],
])('%s', (_, decimal, least, text) => {
  expect(formatExact(decimal, 'en', least)).toBe(text);
});

test('a percentage is written as its language does', () => {
  const write = (locale: string) =>
    formatExact({ units: 25n, decimals: 3 }, locale, 0, { style: 'unit', unit: 'percent' });
  expect(['en', 'de'].map(write)).toEqual(['0.025%', '0,025\u00a0%']);
});

test.each([
  [60_025.0025, 'en', '60,025.0025'],
  [60_025, 'en', '60,025.00'],
  [1.085_123_457, 'de', '1,085123457'],
  [12.5, 'de', '12,5000'],
  [0.1, 'en', '0.100000'],
  [1.5e-7, 'en', '0.00000015'],
])('a rate of %d in %s is %s', (rate, locale, text) => {
  expect(formatExactRate(rate, locale)).toBe(text);
});
