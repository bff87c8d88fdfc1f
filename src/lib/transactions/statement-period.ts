/** The days of a statement, such as `2026-11-22`, in UTC: which periods are allowed, and the presets. */

export interface StatementPeriod {
  from: string;
  /** Included. */
  until: string;
}

export interface PeriodFault {
  field: keyof StatementPeriod;
  fault: 'required' | 'order' | 'future' | 'long';
}

export const longestStatementYears = 10;

const dayMs = 86_400_000;
const dayText = /^\d{4}-\d\d-\d\d$/;

/** The day of an instant in unix milliseconds. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The start of a day in unix milliseconds; NaN if the text is not a day. */
export function startOfDay(day: string): number {
  if (!dayText.test(day)) return Number.NaN;
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  // Some engines accept 30 February and turn it into a day in March.
  return Number.isNaN(ms) || dayOf(ms) !== day ? Number.NaN : ms;
}

/** The end of a day, which is the start of the next one, in unix milliseconds. */
export function endOfDay(day: string): number {
  return startOfDay(day) + dayMs;
}

/**
 * The fault of a period, or null. A period may end tomorrow, because that may be today in the reader's time zone. It
 * may be at most ten years long. `nowMs` in unix milliseconds.
 */
export function periodFault({ from, until }: StatementPeriod, nowMs: number): PeriodFault | null {
  if (Number.isNaN(startOfDay(from))) return { field: 'from', fault: 'required' };
  if (Number.isNaN(startOfDay(until))) return { field: 'until', fault: 'required' };
  if (from > until) return { field: 'until', fault: 'order' };
  if (until > dayOf(nowMs + dayMs)) return { field: 'until', fault: 'future' };
  return from < earliestOf(until) ? { field: 'from', fault: 'long' } : null;
}

/** The first day of the longest allowed period that ends on a day. */
function earliestOf(until: string): string {
  const start = new Date(startOfDay(until));
  start.setUTCFullYear(start.getUTCFullYear() - longestStatementYears);
  return dayOf(start.getTime());
}

export const periodPresets = ['thisMonth', 'lastMonth', 'thisYear', 'all'] as const;
export type PeriodPreset = (typeof periodPresets)[number];

/** The days of a preset; `since` is the day when the account was opened. */
export function presetPeriod(
  preset: PeriodPreset,
  { nowMs, since }: { nowMs: number; since: string },
): StatementPeriod {
  const today = dayOf(nowMs);
  const [year, month] = [new Date(nowMs).getUTCFullYear(), new Date(nowMs).getUTCMonth()];
  if (preset === 'thisMonth') return { from: dayOf(Date.UTC(year, month, 1)), until: today };
  if (preset === 'lastMonth')
    return { from: dayOf(Date.UTC(year, month - 1, 1)), until: dayOf(Date.UTC(year, month, 0)) };
  if (preset === 'thisYear') return { from: dayOf(Date.UTC(year, 0, 1)), until: today };
  const earliest = earliestOf(today);
  return { from: since < earliest || since > today ? earliest : since, until: today };
}
