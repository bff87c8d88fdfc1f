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

/**
 * A bench file `tests/bench/*.bench.ts` exports `measure` of this type and prints nothing. It is run alone, in a process of
 * its own; it stops whatever it started.
 */
export type Measure = () => Promise<Measurement[]>;

/** The value beside its baseline, in the same unit: value / baseline. */
export function ratio({ value, baseline }: Measurement): number | null {
  return baseline && baseline.value > 0 ? value / baseline.value : null;
}

/** What a measurement missed of its goal, in words; null where it met it or has none. */
export function shortfall(measurement: Measurement): string | null {
  const { goal, value } = measurement;
  if (!goal) return null;
  if ('least' in goal) return value >= goal.least ? null : `under ${goal.least}`;
  if ('most' in goal) return value <= goal.most ? null : `over ${goal.most}`;
  const beside = ratio(measurement);
  if (beside === null) return null;
  if ('leastRatio' in goal) return beside >= goal.leastRatio ? null : `ratio under ${goal.leastRatio}`;
  return beside <= goal.mostRatio ? null : `ratio over ${goal.mostRatio}`;
}
