import type { AffiliateSummary } from '../contract/affiliate/affiliate-entities.ts';
import { dayOf, startOfDay } from '../transactions/statement-period.ts';

export type Day = AffiliateSummary['days'][number];

export const grains = ['day', 'week', 'month'] as const;
export type Grain = (typeof grains)[number];

/** The most columns that can still be told apart on a screen. */
const mostColumns = 124;

const dayMs = 86_400_000;

/** The finest grain that keeps the number of columns readable. */
export function likelyGrain(days: readonly Pick<Day, 'day'>[]): Grain {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'day';
  const count = (startOfDay(last.day) - startOfDay(first.day)) / dayMs + 1;
  if (count <= mostColumns) return 'day';
  return count <= mostColumns * 7 ? 'week' : 'month';
}

/**
 * Groups days, oldest first, into the columns of a chart. Each column is named by its first day, and days without
 * activity are filled in. Weeks begin on Monday; days are in UTC.
 */
export function dayColumns(days: readonly Day[], grain: Grain): Day[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const columns = new Map<string, Day>();
  const end = columnOf(last.day, grain);
  for (let day = columnOf(first.day, grain); day <= end; day = nextColumn(day, grain))
    columns.set(day, { day, registrations: 0, first_deposits: 0 });
  for (const { day, registrations, first_deposits } of days) {
    const column = columns.get(columnOf(day, grain));
    if (!column) continue;
    column.registrations += registrations;
    column.first_deposits += first_deposits;
  }
  return [...columns.values()];
}

/** In days. For a longer period, the chart shows only the days from the first activity to the last. */
const longestShown = 366;

/**
 * Adds the first and last day of the requested period to a list of days (oldest first), so that a chart shows all of
 * it. Without any activity, or for a period of more than a year, the list stays as it is.
 */
export function withPeriod(days: readonly Day[], period: { from: string; until: string } | null): readonly Day[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || period === null) return days;
  const { from, until } = period;
  if (startOfDay(until) - startOfDay(from) >= longestShown * dayMs) return days;
  const idle = (day: string): Day => ({ day, registrations: 0, first_deposits: 0 });
  return [...(from < first.day ? [idle(from)] : []), ...days, ...(until > last.day ? [idle(until)] : [])];
}

function columnOf(day: string, grain: Grain): string {
  if (grain === 'day') return day;
  if (grain === 'month') return `${day.slice(0, 8)}01`;
  const ms = startOfDay(day);
  const sinceMonday = (new Date(ms).getUTCDay() + 6) % 7;
  return dayOf(ms - sinceMonday * dayMs);
}

function nextColumn(day: string, grain: Grain): string {
  const start = new Date(startOfDay(day));
  if (grain === 'month') start.setUTCMonth(start.getUTCMonth() + 1);
  else start.setUTCDate(start.getUTCDate() + (grain === 'week' ? 7 : 1));
  return dayOf(start.getTime());
}

/**
 * The top of an axis for a count: a round number (one digit and zeros) that is not below the count. It is even, so half
 * of it is a whole number too.
 */
export function roundTop(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  const tops = [1, 2, 3, 4, 5, 6, 8].map((step) => step * power).filter((top) => top % 2 === 0);
  return tops.find((top) => top >= count) ?? 10 * power;
}
