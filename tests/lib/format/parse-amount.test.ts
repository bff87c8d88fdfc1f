import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount, parseAmountWithin } from '../../../src/lib/format/parse-amount.ts';

test.each([
  ['1000', 1000],
  ['12,5', 12.5],
  ['12.', 12],
  ['0', 0],
  ['1.000,50', 1000.5],
  ['1,000.50', 1000.5],
  ['1.000.000', 1_000_000],
  ['12,345,678.9', 12_345_678.9],
  ['1 000', 1000],
  ['10 000,50', 10_000.5],
  ['10 000', 10_000],
  ["10'000.50", 10_000.5],
  ['10’000', 10_000],
  ['€ 250', 250],
  ['250€', 250],
  [' 1.000,50 € ', 1000.5],
  ['eur 1 000', 1000],
  ['250 EUR', 250],
])('%j is read as %d', (text, amount) => {
  expect(parseAmount(text, 'EUR')).toEqual({ ok: true, amount });
});

test.each([
  ['1,000', 1000, 1],
  ['1.250', 1250, 1.25],
  ['250,505 €', 250_505, 250.5],
])('%j could be two amounts', (text, whole, decimal) => {
  expect(parseAmount(text, 'EUR')).toEqual({ ok: false, fault: 'unclear', readings: { whole, decimal } });
});

test.each(['', '  ', '€', ' EUR '])('%j is no amount yet', (text) => {
  expect(parseAmount(text, 'EUR')).toEqual({ ok: false, fault: 'empty' });
});

test.each([
  ...[
    'abc',
    '-',
    '-x',
    '1e3',
    '.',
    ',5',
    '٣',
    '$250',
    '250 USD',
    '€€5',
    '€5€',
    '1.000.50',
    '1,000,50',
    '1.000 000',
    '1 00',
  ],
  ...['10.00.000', '0.100.000', '1.000.000.', '1  000', '1_000', '1000 000', '12 50'],
])('%j is not read as money', (text) => {
  expect(parseAmount(text, 'EUR')).toEqual({ ok: false, fault: 'unreadable' });
});

test.each(['-5', '−1.000,50', '-€300', '€-300', '- 250 EUR', '-1,000'])('%j is below zero', (text) => {
  expect(parseAmount(text, 'EUR')).toEqual({ ok: false, fault: 'negative' });
});

test.each(['0.250', '1234.567', '1.000,505', '250.0055'])('%j has more decimals than money', (text) => {
  expect(parseAmount(text, 'EUR')).toEqual({ ok: false, fault: 'decimals' });
});

test('another currency has another sign', () => {
  expect(parseAmount('$1,000.00', 'USD')).toEqual({ ok: true, amount: 1000 });
  expect(parseAmount('1 000 zł', 'PLN')).toEqual({ ok: true, amount: 1000 });
});

test('every amount of cents is read as each language writes it', () => {
  const locales = ['en', 'de', 'it', 'es', 'fr', 'de-CH'];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(...locales), (cents, locale) => {
      const major = cents / 100;
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', useGrouping: 'always' });
      const text = format.format(major);
      expect(parseAmount(text, 'EUR')).toEqual({ ok: true, amount: major });
    }),
  );
});

const read = (text: string, least: number, most: number) => parseAmountWithin(text, 'EUR', { least, most });

test('three digits after a separator are thousands if only that reading is within the limits', () => {
  expect(read('1,000', 250, 100_000)).toEqual({ ok: true, amount: 1000 });
  expect(read('1,234', 250, 100_000)).toEqual({ ok: true, amount: 1234 });
});

test('an amount is unclear if both readings are within the limits', () => {
  const readings = { whole: 1000, decimal: 1 };
  expect(read('1,000', 0.01, 5000)).toEqual({ ok: false, fault: 'unclear', readings });
});

test.each([
  ['1.250', 0.01, 500, { whole: 1250, decimal: 1.25 }],
  ['1,234', 0.01, 500, { whole: 1234, decimal: 1.23 }],
  ['300.000', 250, 100_000, { whole: 300_000, decimal: 300 }],
  ['250.005', 250, 100_000, { whole: 250_005, decimal: 250 }],
] as const)('%s is unclear too if only the smaller reading is within %d and %d', (text, least, most, readings) => {
  expect(read(text, least, most)).toEqual({ ok: false, fault: 'unclear', readings });
});

test('a changed limit never turns the text into another amount', () => {
  const amounts = [0.5, 1.24, 1.25, 500, 1249.99, 1250, 5000].map((most) => read('1,250', 0.01, most));
  expect(amounts.filter((parsed) => parsed.ok && parsed.amount !== 1250)).toEqual([]);
  expect(amounts.map(({ ok }) => ok)).toEqual([true, true, false, false, false, false, false]);
});

test('if neither reading is within the limits, the thousands are used', () => {
  expect(read('1.000', 250, 500)).toEqual({ ok: true, amount: 1000 });
  expect(read('1.000', 2000, 5000)).toEqual({ ok: true, amount: 1000 });
});

test('limits do not change what is not ambiguous', () => {
  expect(read('', 250, 500)).toEqual({ ok: false, fault: 'empty' });
  expect(read('1000', 250, 500)).toEqual({ ok: true, amount: 1000 });
});
