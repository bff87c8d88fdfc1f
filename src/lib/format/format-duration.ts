/**
 * A duration in words, in whole minutes or, below two minutes, in whole seconds: `19 minutes`, `45 seconds`. Negative
 * durations are none of its business.
 */
export function formatDuration(ms: number, locale: string): string {
  const [unit, value] = ms < 120_000 ? (['second', ms / 1_000] as const) : (['minute', ms / 60_000] as const);
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 });
  return format.format(value);
}
