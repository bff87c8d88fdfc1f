import { describe, expect, test } from 'vitest';
import { formatBarTime, formatDateTime, formatDay } from '../../../src/lib/format/format-date-time.ts';

describe('an instant', () => {
  test('is shown in UTC on a 24 hour clock, whatever zone it is written in', () => {
    expect(formatDateTime('2026-11-20T23:05:06Z', 'en')).toBe('20 Nov 2026, 23:05:06');
    expect(formatDateTime('2026-11-21T01:05:06+02:00', 'en')).toBe('20 Nov 2026, 23:05:06');
    expect(formatDateTime('2026-11-20T23:05:06Z', 'de')).toBe('20.11.2026, 23:05:06');
  });

  test('has two digits for its hour in every language', () => {
    expect(formatDateTime('2026-11-20T04:05:06Z', 'es')).toBe('20 nov 2026, 04:05:06');
    expect(formatDateTime('2026-11-20T14:05:06Z', 'es')).toBe('20 nov 2026, 14:05:06');
    expect(formatDateTime('2026-11-20T04:05:06Z', 'it')).toBe('20 nov 2026, 04:05:06');
  });

  test('midnight is hour zero', () => {
    expect(formatDateTime('2026-11-20T00:00:00.999Z', 'en')).toBe('20 Nov 2026, 00:00:00');
  });

  test('an invalid instant throws', () => {
    expect(() => formatDateTime('yesterday', 'en')).toThrow(RangeError);
  });
});

test('a day is the one in UTC', () => {
  expect(formatDay('2026-11-20T23:05:06Z', 'en')).toBe('20 Nov 2026');
  expect(formatDay('2026-11-20T23:05:06Z', 'de')).toBe('20.11.2026');
});

test('a bar is labelled by its minute in UTC, a daily bar by its day', () => {
  const seconds = Date.UTC(2026, 10, 21, 9, 5) / 1000;
  expect(formatBarTime(seconds, { locale: 'en' })).toBe('21 Nov 2026, 09:05');
  expect(formatBarTime(seconds, { locale: 'de' })).toBe('21.11.2026, 09:05');
  expect(formatBarTime(seconds, { locale: 'de', isDaily: true })).toBe('21.11.2026');
});
