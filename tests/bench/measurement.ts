/** One row of the table that `npm run bench` prints. */
export interface Measurement {
  /** What was measured, with its conditions: `quotes through the tick path`, `orders on PGlite, 64 callers`. */
  figure: string;
  value: number;
  /** `quotes/s`, `orders/s`, `µs`, `ms`, … */
  unit: string;
  /** The same on a bare alternative, measured in the same run on the same machine. */
  baseline?: { name: string; value: number };
  /** The bound for the figure, or for its ratio to the baseline. A missed goal fails the run. */
  goal?: { least: number } | { most: number } | { leastRatio: number } | { mostRatio: number };
  /** Conditions under which the figure was measured, or why its baseline is missing. */
  note?: string;
}

/** Set by `npm run bench -- --smoke`, and inherited by every process that a bench starts. */
export const smokeVariable = 'BENCH_SMOKE';

/**
 * Returns the full amount for a bench to work with, or in a smoke run the tiny one, which only shows that the bench
 * still measures. Every bench lists both amounts at its top.
 */
export function amount<Value>({ full, smoke }: { full: Value; smoke: Value }): Value {
  return process.env[smokeVariable] ? smoke : full;
}

/**
 * Every `tests/bench/*.bench.ts` exports a `measure` of this type, which prints nothing. It runs in a process of its
 * own, stops whatever it started, and throws if it cannot measure.
 */
export type Measure = () => Promise<Measurement[]>;

/** value / baseline; null without a baseline. */
export function ratio({ value, baseline }: Measurement): number | null {
  return baseline && baseline.value > 0 ? value / baseline.value : null;
}

/** A sentence about what the bench failed to measure; null if every figure and baseline is there. */
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

/** A sentence about how the measurement missed its goal; null if it met the goal or has none. */
export function shortfall(measurement: Measurement): string | null {
  const { goal, value } = measurement;
  if (!goal) return null;
  if ('least' in goal) return value >= goal.least ? null : `under ${goal.least}`;
  if ('most' in goal) return value <= goal.most ? null : `over ${goal.most}`;
  const beside = ratio(measurement) ?? Number.NaN;
  if ('leastRatio' in goal) return beside >= goal.leastRatio ? null : `ratio under ${goal.leastRatio}`;
  return beside <= goal.mostRatio ? null : `ratio over ${goal.mostRatio}`;
}
