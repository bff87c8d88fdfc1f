import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRate } from '../../../src/lib/format/format-number.ts';
import { parseMoney, parseRate, rateInputText } from '../../../src/lib/format/parse-number.ts';

const locales = ['en', 'de', 'it', 'es'];

test.each([
  ['en', '96420.5', 96_420.5],
  ['en', '96420,5', 96_420.5],
  ['en', ' 96,420.50 ', 96_420.5],
  ['en', '96,420', 96_420],
  ['en', '1.168', 1.168],
  ['en', '0,586', 0.586],
  ['en', '5.', 5],
  ['de', '96.420,50', 96_420.5],
  ['de', '96420.5', 96_420.5],
  ['de', '1,168', 1.168],
  ['de', '0.586', 0.586],
])('in %s %o is %o', (locale, text, rate) => {
  expect(parseRate(text, locale)).toBe(rate);
});

test.each([
  '',
  ' ',
  '0',
  '0.00',
  '-5',
  '+5',
  '1e5',
  'Infinity',
  '9'.repeat(400),
  '1,2,3',
  '1.2.3',
  '96,42.0',
  '12 5',
  'x',
])('%o is no rate', (text) => {
  expect(parseRate(text, 'en')).toBeNull();
});

test('a rate as shown in an input or a table is read back, in every language', () => {
  const rates = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => units / 10 ** 4);
  fc.assert(
    fc.property(fc.constantFrom(...locales), rates, (locale, rate) => {
      expect(parseRate(rateInputText(rate, locale), locale)).toBe(rate);
      expect(parseRate(formatRate(rate, locale), locale)).toBeCloseTo(rate, 1);
    }),
  );
});

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
