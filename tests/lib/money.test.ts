import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMoney, toMajor, toMinor } from '../../src/lib/money.ts';

const minor = fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 });

describe('money', () => {
  test.each([
    [0.29, 29],
    [1.1, 110],
    [1.15, 115],
    [4.35, 435],
    [8.2, 820],
    [1001.1, 100110],
    [-0.57, -57],
    [1_000_000_000, 100_000_000_000],
  ])('%d in major units is %d in minor units', (major, expected) => {
    expect(toMinor(major)).toBe(expected);
  });

  test('every whole number of cents survives a round trip through major units', () => {
    fc.assert(
      fc.property(minor, (value) => {
        expect(toMinor(toMajor(value))).toBe(value);
      }),
    );
  });

  test('major units are written with at most two decimals', () => {
    fc.assert(
      fc.property(minor, (value) => {
        expect(String(toMajor(value))).toMatch(/^-?\d+(\.\d{1,2})?$/);
      }),
    );
  });

  test('what was typed as text becomes exactly those cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const typed = Number(`${whole}.${String(cents).padStart(2, '0')}`);
        expect(toMinor(typed)).toBe(whole * 100 + cents);
      }),
    );
  });

  test('zero has no sign', () => {
    expect(Object.is(toMinor(-0), 0)).toBe(true);
    expect(Object.is(toMinor(-0.001), 0)).toBe(true);
  });

  test.each([NaN, Infinity, -Infinity, 1e300])('%d is no amount of money', (value) => {
    expect(() => toMinor(value)).toThrow(RangeError);
    expect(isMoney(value)).toBe(false);
  });

  test('has at most two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (thousandths) => {
        expect(isMoney(thousandths / 1000)).toBe(thousandths % 10 === 0);
      }),
    );
  });
});
