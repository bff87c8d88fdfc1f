import { describe, expect, test } from 'vitest';
import type { PeriodPreset } from '../../../src/lib/transactions/statement-period.ts';
import {
  dayOf,
  endOfDay,
  periodFault,
  presetPeriod,
  startOfDay,
} from '../../../src/lib/transactions/statement-period.ts';

const nowMs = Date.UTC(2026, 10, 22, 23, 30);

describe('what is wrong with a period', () => {
  test.each([
    ['2026-11-22', '2026-11-22', null],
    ['2026-11-01', '2026-11-23', null],
    ['2016-11-22', '2026-11-22', null],
    ['2026-11-01', '2026-11-24', { field: 'until', fault: 'future' }],
    ['2016-11-21', '2026-11-22', { field: 'from', fault: 'long' }],
    ['2026-11-03', '2026-11-02', { field: 'until', fault: 'order' }],
    ['', '2026-11-02', { field: 'from', fault: 'required' }],
    ['2026-02-29', '2026-11-02', { field: 'from', fault: 'required' }],
    ['2026-02-28', '2026-11-2', { field: 'until', fault: 'required' }],
  ])('%s until %s', (from, until, fault) => expect(periodFault({ from, until }, nowMs)).toEqual(fault));
});

describe('presets', () => {
  const preset = (name: PeriodPreset, ms = nowMs, since = '2025-12-01') => {
    const { from, until } = presetPeriod(name, { nowMs: ms, since });
    return [from, until];
  };

  test('use the calendar in UTC', () => {
    expect(preset('thisMonth')).toEqual(['2026-11-01', '2026-11-22']);
    expect(preset('lastMonth')).toEqual(['2026-10-01', '2026-10-31']);
    expect(preset('thisYear')).toEqual(['2026-01-01', '2026-11-22']);
    expect(preset('all')).toEqual(['2025-12-01', '2026-11-22']);
  });

  test('at the turn of a year and in a leap year too', () => {
    expect(preset('lastMonth', Date.UTC(2027, 0, 1))).toEqual(['2026-12-01', '2026-12-31']);
    expect(preset('lastMonth', Date.UTC(2028, 2, 31))).toEqual(['2028-02-01', '2028-02-29']);
  });

  test('the preset for everything is at most ten years, and always allowed', () => {
    expect(preset('all', nowMs, '2001-01-01')).toEqual(['2016-11-22', '2026-11-22']);
    for (const since of ['', '2030-01-01', '2001-01-01', '2026-11-22']) {
      expect(periodFault(presetPeriod('all', { nowMs, since }), nowMs)).toBeNull();
    }
  });
});

test('a day ends when the next one begins', () => {
  expect(endOfDay('2026-02-28')).toBe(startOfDay('2026-03-01'));
  expect(dayOf(startOfDay('2026-11-22'))).toBe('2026-11-22');
});
