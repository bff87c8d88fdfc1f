import { describe, expect, test } from 'vitest';
import {
  formatMoney,
  formatNumber,
  formatPercent,
  formatRate,
  formatSignedMoney,
  rateDecimals,
} from '../../../src/lib/format/format-number.ts';

/** The kind of space differs between versions of ICU. Only its position matters here. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('a rate', () => {
  test.each([
    [0, '0.000000'],
    [0.123_456_78, '0.123457'],
    [9.999_999, '9.999999'],
    [10, '10.0000'],
    [99.999_9, '99.9999'],
    [100, '100.00'],
    [65_016.370_03, '65,016.37'],
    [-5, '-5.000000'],
    [-50, '-50.0000'],
    [-0, '0.000000'],
  ])('%d is shown as %s', (rate, expected) => {
    expect(formatRate(rate, 'en')).toBe(expected);
  });

  test('is written in the language of the reader', () => {
    expect(formatRate(65_016.37, 'de')).toBe('65.016,37');
    expect(formatRate(1.085, 'de')).toBe('1,085000');
  });

  test('has decimals that depend on its integer part', () => {
    expect([0, 9.99, 10, 99.99, 100, -9, -99].map(rateDecimals)).toEqual([6, 6, 4, 4, 2, 6, 4]);
  });
});

describe('money', () => {
  test('always has two decimals and the currency’s sign', () => {
    expect(formatMoney(1_234.5, 'en', 'EUR')).toBe('€1,234.50');
    expect(plain(formatMoney(1_234.5, 'de', 'EUR'))).toBe('1.234,50 €');
    expect(formatMoney(-20, 'en', 'USD')).toBe('-$20.00');
  });

  test.each([
    ['es', '1.234,50 €', '12.345,50 €'],
    ['it', '1.234,50 €', '12.345,50 €'],
  ])('of thousands is grouped like more of them, in %s too', (locale, thousands, more) => {
    expect(plain(formatMoney(1_234.5, locale, 'EUR'))).toBe(thousands);
    expect(plain(formatMoney(12_345.5, locale, 'EUR'))).toBe(more);
  });

  test('of zero has no sign', () => {
    expect(formatMoney(-0, 'en', 'EUR')).toBe('€0.00');
    expect(formatSignedMoney(0, 'en', 'EUR')).toBe('€0.00');
    expect(formatSignedMoney(-0, 'en', 'EUR')).toBe('€0.00');
  });

  test('has a plus for a gain and a minus for a loss', () => {
    expect(formatSignedMoney(3, 'en', 'EUR')).toBe('+€3.00');
    expect(formatSignedMoney(-3, 'en', 'EUR')).toBe('-€3.00');
  });
});

describe('a percentage', () => {
  test('is a number of percent with at most two decimals', () => {
    expect(formatPercent(33.3, 'en')).toBe('33.3%');
    expect(formatPercent(0.025, 'en')).toBe('0.03%');
    expect(plain(formatPercent(-12.345, 'de'))).toMatch(/^-12,3[45] %$/);
  });
});

test('a number without a unit has the decimals that it is given, or at most three', () => {
  expect(formatNumber(2.5, 'de')).toBe('2,5');
  expect(formatNumber(0.786, 'en')).toBe('0.786');
  expect(formatNumber(9, 'en', 2)).toBe('9.00');
  expect(formatNumber(-0.001, 'de', 2)).toBe('0,00');
});
