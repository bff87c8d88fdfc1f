import { describe, expect, test } from 'vitest';
import { choicePeriodDays } from '../../../src/lib/affiliates/choice-periods.ts';

describe('the days of a period', () => {
  test.each([
    ['thisMonth', '2026-11-22T23:59:59Z', '2026-11-01', '2026-11-22'],
    ['thisMonth', '2026-11-01T00:00:00Z', '2026-11-01', '2026-11-01'],
    ['lastMonth', '2026-11-22T10:00:00Z', '2026-10-01', '2026-10-31'],
    ['lastMonth', '2026-01-31T10:00:00Z', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2024-03-31T10:00:00Z', '2024-02-01', '2024-02-29'],
    ['last30Days', '2026-11-22T00:00:00Z', '2026-10-24', '2026-11-22'],
    ['last30Days', '2026-03-01T12:00:00Z', '2026-01-31', '2026-03-01'],
  ] as const)('%s at %s', (period, now, from, until) => {
    expect(choicePeriodDays(period, Date.parse(now))).toEqual({ from, until });
  });
});
