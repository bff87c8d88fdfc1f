import type { Grain } from '../../../lib/affiliates/day-columns.ts';

/** What a column of the chart is called: its day, the first day of its week, or its month. */
export function formatColumn(day: string, grain: Grain, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    ...(grain !== 'month' && { day: 'numeric' }),
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}
