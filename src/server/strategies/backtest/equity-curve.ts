/** The largest fall of an account's equity so far. Money in minor units. */
export interface EquityCurve {
  take: (equityMinor: number) => void;
  /** From the highest equity to the lowest after it, where that fall is the largest. */
  readonly largestDrawdownMinor: number;
  /** That fall in percent of the equity it began at. */
  readonly largestDrawdownPercent: number;
}

export function createEquityCurve(startMinor: number): EquityCurve {
  let peakMinor = startMinor;
  let largest = { minor: 0, percent: 0 };
  return {
    take(equityMinor) {
      if (equityMinor > peakMinor) peakMinor = equityMinor;
      const minor = peakMinor - equityMinor;
      if (minor > largest.minor) largest = { minor, percent: (100 * minor) / peakMinor };
    },
    get largestDrawdownMinor() {
      return largest.minor;
    },
    get largestDrawdownPercent() {
      return largest.percent;
    },
  };
}
