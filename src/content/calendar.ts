import type { CalendarEvent } from './model/site-content.ts';

/** One event at one instant. */
export interface ComingEvent extends Pick<CalendarEvent, 'id' | 'country' | 'importance' | 'titles'> {
  at: Date;
}

/** The events of one day in UTC. */
export interface CalendarDay {
  /** YYYY-MM-DD. */
  date: string;
  events: ComingEvent[];
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The events of the coming days by day, starting with the whole day of `from`. All in UTC. Within a day, events are
 * sorted by time, simultaneous ones by importance, highest first. Days without events are left out.
 */
export function comingDays(
  calendar: readonly CalendarEvent[],
  { from, days }: { from: Date; days: number },
): CalendarDay[] {
  const start = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  const end = start + days * dayMs;
  const events = calendar
    .flatMap(({ at: rule, ...event }) => instants(rule, { start, end }).map((at) => ({ ...event, at: new Date(at) })))
    .sort((a, b) => Number(a.at) - Number(b.at) || b.importance - a.importance || a.id.localeCompare(b.id));
  const byDate = Map.groupBy(events, ({ at }) => at.toISOString().slice(0, 10));
  return [...byDate].map(([date, ofDay]) => ({ date, events: ofDay }));
}

/** The instants of a rule from `start` (inclusive) to `end` (exclusive), in unix milliseconds. */
function instants(rule: CalendarEvent['at'], { start, end }: { start: number; end: number }): number[] {
  const all = 'dates' in rule ? rule.dates.map((date) => Date.parse(date)) : monthly(rule, { start, end });
  return all.filter((at) => at >= start && at < end);
}

/** One instant in each month that the time span touches. */
function monthly(
  rule: Exclude<CalendarEvent['at'], { dates: unknown }>,
  { start, end }: { start: number; end: number },
): number[] {
  const first = new Date(start);
  const found: number[] = [];
  for (let month = first.getUTCMonth(); ; month++) {
    const monthStart = Date.UTC(first.getUTCFullYear(), month, 1);
    if (monthStart >= end) return found;
    const day = 'weekday' in rule ? nthWeekday(monthStart, rule) : rule.dayOfMonth;
    found.push(monthStart + (day - 1) * dayMs + timeMs(rule.time));
  }
}

/** The day of the month of the nth `weekday`; 5 means the last one, which may be the fourth. */
function nthWeekday(monthStart: number, { weekday, nth }: { weekday: number; nth: number }): number {
  const first = new Date(monthStart);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const firstSuch = 1 + ((weekday - first.getUTCDay() + 7) % 7);
  const day = firstSuch + (nth - 1) * 7;
  return day > length ? day - 7 : day;
}

function timeMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
