import { expect, test } from 'vitest';
import { fitsUnderCap, isDayLost, isSameUtcDay, mostExposureMinor } from '../../../src/lib/trading/auto-limits.ts';

const limits = { maxExposurePercent: 50, dailyStopPercent: 5 };

test('the cap is a share of the equity, rounded down, and nothing without equity', () => {
  expect(mostExposureMinor(10_001, limits)).toBe(5_000);
  expect(mostExposureMinor(10_000, { ...limits, maxExposurePercent: 250 })).toBe(25_000);
  expect([0, -1, -10_000].map((equityMinor) => mostExposureMinor(equityMinor, limits))).toEqual([0, 0, 0]);
});

test('a position fits if it reaches the cap exactly, and not if it exceeds it by a cent', () => {
  const equityMinor = 10_000;
  expect(fitsUnderCap({ exposureMinor: 4_000, addedMinor: 1_000, equityMinor }, limits)).toBe(true);
  expect(fitsUnderCap({ exposureMinor: 4_000, addedMinor: 1_001, equityMinor }, limits)).toBe(false);
  expect(fitsUnderCap({ exposureMinor: 0, addedMinor: 1, equityMinor: -5 }, limits)).toBe(false);
});

test.each([
  [-499, false],
  [-500, true],
  [-501, true],
  [0, false],
  [500, false],
])('with 100.00 at the start of the day, a result of %i cents is lost: %s', (resultMinor, isLost) => {
  expect(isDayLost({ equityMinor: 10_000, resultMinor }, limits)).toBe(isLost);
});

test('without equity any loss is too much, and no loss is not', () => {
  expect(isDayLost({ equityMinor: 0, resultMinor: -1 }, limits)).toBe(true);
  expect(isDayLost({ equityMinor: 0, resultMinor: 0 }, limits)).toBe(false);
});

test('a UTC day ends at midnight', () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  expect(isSameUtcDay(noon, Date.UTC(2026, 10, 20, 23, 59, 59, 999))).toBe(true);
  expect(isSameUtcDay(noon, Date.UTC(2026, 10, 21))).toBe(false);
  expect(isSameUtcDay(noon, Date.UTC(2026, 11, 20, 12))).toBe(false);
});
