/** One line of the table that `npm run bench` prints. */
export interface Measurement {
  /** What was measured, with its conditions: `quotes through the tick path`, `orders on PGlite, 64 callers`. */
  figure: string;
  value: number;
  /** `quotes/s`, `orders/s`, `µs`, `ms`, … */
  unit: string;
  /** The same on something bare, measured in the same run on the same machine. */
  baseline?: { name: string; value: number };
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
