import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromDecimal, roundRate, toDecimal, unitsAt } from '../../src/lib/rate.ts';
import { knownRate } from './trading/arbitraries.ts';

const positive = fc.double({ min: 1e-12, max: 1e15, noNaN: true });

describe('roundRate', () => {
  test.each([
    [65_016.370_030_001, 65_016.370_03],
    [1.085_123_456_78, 1.085_123_457],
    [0.000_012_345_678_919, 0.000_012_345_678_92],
    [123_456_789_012, 123_456_789_000],
  ])('%d is %d', (value, expected) => {
    expect(roundRate(value)).toBe(expected);
  });

  test('leaves a rounded rate as it is, and moves no rate by more than half a unit of its tenth digit', () => {
    fc.assert(
      fc.property(positive, (value) => {
        const rounded = roundRate(value);
        expect(roundRate(rounded)).toBe(rounded);
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(value * 5.000_001e-10);
      }),
    );
  });

  test('never reverses the order of two rates', () => {
    fc.assert(
      fc.property(positive, positive, (one, other) => {
        expect(roundRate(Math.min(one, other))).toBeLessThanOrEqual(roundRate(Math.max(one, other)));
      }),
    );
  });
});

describe('decimals of a rate', () => {
  test('are those of its notation', () => {
    fc.assert(
      fc.property(knownRate, ({ rate, units, decimals }) => {
        expect(unitsAt(toDecimal(rate), decimals + 4)).toBe(units * 10_000n);
      }),
    );
  });

  test.each([1e-7, 1.5e21, 5e-324, 1.797e308, 0, 1, -2.5])('%d is read back from its decimal', (value) => {
    expect(fromDecimal(toDecimal(value))).toBe(value);
  });

  test('every finite number is read back from its decimal', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(fromDecimal(toDecimal(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test.each([NaN, Infinity, -Infinity])('%d has none', (value) => {
    expect(() => toDecimal(value)).toThrow(SyntaxError);
  });
});
