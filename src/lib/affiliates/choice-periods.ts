import type { StatementPeriod } from '../transactions/statement-period.ts';
import { dayOf, presetPeriod } from '../transactions/statement-period.ts';

/** The days that are looked at most. */
export const choicePeriods = ['thisMonth', 'lastMonth', 'last30Days'] as const;
export type ChoicePeriod = (typeof choicePeriods)[number];

const dayMs = 86_400_000;

/** Their first and last day in UTC, both included; this month and the last 30 days end today. `nowMs` in unix milliseconds. */
export function choicePeriodDays(period: ChoicePeriod, nowMs: number): StatementPeriod {
  if (period === 'last30Days') return { from: dayOf(nowMs - 29 * dayMs), until: dayOf(nowMs) };
  return presetPeriod(period, { nowMs, since: '' });
}
