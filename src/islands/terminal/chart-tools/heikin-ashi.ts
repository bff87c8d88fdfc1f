import type { RateBar } from '../chart/bars.ts';

/**
 * The Heikin-Ashi bar of a bar. It closes at the average of the four prices and opens in the middle of the one before
 * it; the first opens in the middle of its own open and close.
 */
export function nextHeikinAshi(before: RateBar | undefined, { time, open, high, low, close }: RateBar): RateBar {
  const start = before ? (before.open + before.close) / 2 : (open + close) / 2;
  const end = (open + high + low + close) / 4;
  return { time, open: start, high: Math.max(high, start, end), low: Math.min(low, start, end), close: end };
}

/** The Heikin-Ashi bars of bars, oldest first. */
export function heikinAshi(bars: readonly RateBar[]): RateBar[] {
  const drawn: RateBar[] = [];
  for (const bar of bars) drawn.push(nextHeikinAshi(drawn.at(-1), bar));
  return drawn;
}
