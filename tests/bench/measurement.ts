/** One line of the table that `npm run bench` prints. */
export interface Measurement {
  /** What was measured, with its conditions: `quotes through the tick path`, `orders on PGlite, 64 callers`. */
  figure: string;
  value: number;
  /** `quotes/s`, `orders/s`, `µs`, `ms`, … */
  unit: string;
  /** The same on something bare, measured in the same run on the same machine. */
  baseline?: { name: string; value: number };
  /** What the figure, or its ratio to the baseline, has to be: one that falls short fails the run. */
  goal?: { least: number } | { most: number } | { leastRatio: number } | { mostRatio: number };
  /** Conditions that the figure holds under, or why its baseline is missing. */
  note?: string;
}

/** Set by `npm run bench -- --smoke`, in whatever a bench starts too. */
export const smokeVariable = 'BENCH_SMOKE';

/**
 * How much of something a bench takes: the full amount, or in a smoke run the tiny one, which only shows that the bench
 * still measures. Every bench names both at its top.
 */
export function amount<Value>({ full, smoke }: { full: Value; smoke: Value }): Value {
  return process.env[smokeVariable] ? smoke : full;
}

/**
 * A bench file `tests/bench/*.bench.ts` exports `measure` of this type and prints nothing. It is run alone, in a
 * process of its own; it stops whatever it started, and throws where it cannot measure.
 */
export type Measure = () => Promise<Measurement[]>;

/** The value beside its baseline, in the same unit: value / baseline. */
export function ratio({ value, baseline }: Measurement): number | null {
  return baseline && baseline.value > 0 ? value / baseline.value : null;
}

/** What a bench failed to measure, in words; null where every figure and every baseline is there. */
export function whatIsMissing(measurements: readonly Measurement[]): string | null {
  if (measurements.length === 0) return 'no figure was measured';
  for (const measurement of measurements) {
    const { figure, value, baseline, goal } = measurement;
    if (!Number.isFinite(value)) return `"${figure}" was not measured`;
    if (baseline && !Number.isFinite(baseline.value)) return `the baseline of "${figure}" was not measured`;
    const isBeside = goal && ('leastRatio' in goal || 'mostRatio' in goal);
    if (isBeside && ratio(measurement) === null) return `"${figure}" has a goal beside a baseline, and no baseline`;
  }
  return null;
}

/** What a measurement missed of its goal, in words; null where it met it or has none. */
export function shortfall(measurement: Measurement): string | null {
  const { goal, value } = measurement;
  if (!goal) return null;
  if ('least' in goal) return value >= goal.least ? null : `under ${goal.least}`;
  if ('most' in goal) return value <= goal.most ? null : `over ${goal.most}`;
  const beside = ratio(measurement) ?? Number.NaN;
  if ('leastRatio' in goal) return beside >= goal.leastRatio ? null : `ratio under ${goal.leastRatio}`;
  return beside <= goal.mostRatio ? null : `ratio over ${goal.mostRatio}`;
}
