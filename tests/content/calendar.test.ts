import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comingDays } from '../../src/content/calendar.ts';
import type { CalendarEvent } from '../../src/content/model/site-content.ts';

const event = (id: string, at: CalendarEvent['at'], importance: CalendarEvent['importance'] = 2): CalendarEvent => ({
  id,
  country: 'US',
  importance,
  titles: { en: id },
  at,
});

const from = new Date('2026-11-21T15:00:00Z');
const instantsOf = (rule: CalendarEvent['at'], span = { from, days: 28 }) =>
  comingDays([event('it', rule)], span).flatMap(({ events }) => events.map(({ at }) => at.toISOString()));

describe('comingDays', () => {
  it('keeps the dates of the period: the whole first day, and nothing after the last one', () => {
    const dates = [
      '2026-11-20T23:59:00Z',
      '2026-11-21T00:00:00Z',
      '2026-11-21T09:00:00Z',
      '2026-12-18T23:59:00Z',
      '2026-12-19T00:00:00Z',
    ];
    expect(instantsOf({ dates })).toEqual([
      '2026-11-21T00:00:00.000Z',
      '2026-11-21T09:00:00.000Z',
      '2026-12-18T23:59:00.000Z',
    ]);
  });

  it.each([
    ['the first Friday', { weekday: 5, nth: 1, time: '13:30' }, '2026-12-04T13:30:00.000Z'],
    ['the third Tuesday', { weekday: 2, nth: 3, time: '13:30' }, '2026-12-15T13:30:00.000Z'],
    [
      'the first Tuesday, if the month begins with it',
      { weekday: 2, nth: 1, time: '00:00' },
      '2026-12-01T00:00:00.000Z',
    ],
    ['the last Friday, where there are four', { weekday: 5, nth: 5, time: '10:00' }, '2026-11-27T10:00:00.000Z'],
    ['the last Monday, where there are five', { weekday: 1, nth: 5, time: '10:00' }, '2026-11-30T10:00:00.000Z'],
    ['a day of the month', { dayOfMonth: 10, time: '07:00' }, '2026-12-10T07:00:00.000Z'],
  ])('finds %s', (_name, rule, instant) => {
    expect(instantsOf(rule)).toEqual([instant]);
  });

  it('continues over the end of a year', () => {
    const span = { from: new Date('2026-12-20T00:00:00Z'), days: 28 };
    expect(instantsOf({ dayOfMonth: 4, time: '09:00' }, span)).toEqual(['2027-01-04T09:00:00.000Z']);
  });

  it('groups by day and sorts by time, the more important first', () => {
    const days = comingDays(
      [
        event('late', { dates: ['2026-11-25T15:00:00Z'] }),
        event('small', { dates: ['2026-11-25T13:30:00Z'] }, 1),
        event('great', { dates: ['2026-11-25T13:30:00Z'] }, 3),
        event('before', { dates: ['2026-11-23T18:00:00Z'] }),
      ],
      { from, days: 28 },
    );
    expect(days.map(({ date, events }) => [date, events.map(({ id }) => id)])).toEqual([
      ['2026-11-23', ['before']],
      ['2026-11-25', ['great', 'small', 'late']],
    ]);
  });

  it('gives each monthly rule once a month, on its weekday and within the span', () => {
    const rule = fc.record({ weekday: fc.integer({ min: 0, max: 6 }), nth: fc.integer({ min: 1, max: 5 }) });
    const start = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(rule, start, (weekday, day) => {
        const found = instantsOf({ ...weekday, time: '12:00' }, { from: day, days: 366 });
        expect(new Set(found.map((instant) => instant.slice(0, 7))).size).toBe(found.length);
        expect(found.length).toBeGreaterThanOrEqual(11);
        for (const instant of found) expect(new Date(instant).getUTCDay()).toBe(weekday.weekday);
      }),
    );
  });
});
