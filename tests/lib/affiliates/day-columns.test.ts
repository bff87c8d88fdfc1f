import { describe, expect, it } from 'vitest';
import { dayColumns, likelyGrain, roundTop, withPeriod } from '../../../src/lib/affiliates/day-columns.ts';

const day = (text: string, registrations = 1, first_deposits = 0) => ({ day: text, registrations, first_deposits });

describe('the days of a period', () => {
  const days = [day('2026-11-10'), day('2026-11-12', 0, 1)];
  const idle = (text: string) => day(text, 0, 0);

  it.each([
    ['no period', null, days],
    ['one that begins before', ['2026-11-01', '2026-11-12'], [idle('2026-11-01'), ...days]],
    ['one that ends after', ['2026-11-10', '2026-11-30'], [...days, idle('2026-11-30')]],
    ['one of a year', ['2026-01-01', '2026-12-31'], [idle('2026-01-01'), ...days, idle('2026-12-31')]],
    ['a longer one', ['2020-01-01', '2026-12-31'], days],
    ['one after which first deposits came', ['2026-11-10', '2026-11-11'], days],
  ] as const)('cover the whole period for %s, as far as a chart shows it', (_, period, shown) => {
    expect(withPeriod(days, period && { from: period[0], until: period[1] })).toEqual(shown);
  });

  it('are none if nothing happened', () => {
    expect(withPeriod([], { from: '2026-11-01', until: '2026-11-30' })).toEqual([]);
  });
});

describe('the columns of a chart', () => {
  it('include the days on which nothing happened', () => {
    expect(dayColumns([day('2026-02-27', 2, 1), day('2026-03-02')], 'day')).toEqual([
      day('2026-02-27', 2, 1),
      day('2026-02-28', 0),
      day('2026-03-01', 0),
      day('2026-03-02'),
    ]);
  });

  it('of weeks begin on Mondays, over the end of a year', () => {
    const columns = dayColumns(
      [day('2025-12-28', 1), day('2025-12-29', 2), day('2026-01-04', 3, 1), day('2026-01-05')],
      'week',
    );
    expect(columns).toEqual([day('2025-12-22', 1), day('2025-12-29', 5, 1), day('2026-01-05')]);
  });

  it('of months begin on the first', () => {
    const columns = dayColumns([day('2025-11-30'), day('2026-01-31', 2, 2)], 'month');
    expect(columns).toEqual([day('2025-11-01'), day('2025-12-01', 0), day('2026-01-01', 2, 2)]);
  });

  it('lose nothing, whatever their unit', () => {
    const days = Array.from({ length: 50 }, (_, index) =>
      day(new Date(Date.UTC(2026, 0, 1 + index * 9)).toISOString().slice(0, 10), index, index % 3),
    );
    const sums = (['day', 'week', 'month'] as const).map((grain) =>
      dayColumns(days, grain).reduce((sum, one) => sum + one.registrations * 1_000 + one.first_deposits, 0),
    );
    expect(new Set(sums)).toEqual(
      new Set([days.reduce((sum, one) => sum + one.registrations * 1_000 + one.first_deposits, 0)]),
    );
  });

  it('are none if nothing happened', () => {
    expect(dayColumns([], 'day')).toEqual([]);
    expect(likelyGrain([])).toBe('day');
  });
});

it('columns are days, weeks or months, as many as can be distinguished', () => {
  expect(likelyGrain([day('2026-01-01'), day('2026-05-04')])).toBe('day');
  expect(likelyGrain([day('2026-01-01'), day('2026-05-05')])).toBe('week');
  expect(likelyGrain([day('2023-01-01'), day('2026-05-05')])).toBe('month');
});

it.each([
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
  [9, 10],
  [25, 30],
  [101, 200],
  [100_000, 100_000],
])('an axis for %i ends at %i, and its middle is a whole number', (count, top) => {
  expect(roundTop(count)).toBe(top);
});
