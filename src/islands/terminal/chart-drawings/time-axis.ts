import type { CandleResolution } from '../../../lib/contract/calls.ts';
import { bucketIndex, bucketTime } from '../../../lib/trading/candle.ts';

/**
 * Places times between and beyond the bars of the chart, so that a drawing stays where it was when the interval
 * changes. Positions are indexes of bars with fractions.
 */
interface BarTimes {
  bars: readonly { time: number }[];
  resolution: CandleResolution;
}

/** The position of a time (unix seconds); NaN without bars. */
export function positionOf(time: number, { bars, resolution }: BarTimes): number {
  const [first, last] = [bars[0]?.time ?? NaN, bars.at(-1)?.time ?? NaN];
  if (!(time > first)) return bucketIndex(time, resolution) - bucketIndex(first, resolution);
  if (time >= last) return bars.length - 1 + bucketIndex(time, resolution) - bucketIndex(last, resolution);
  let [low, high] = [0, bars.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.time ?? 0) <= time) low = middle;
    else high = middle;
  }
  const [from, to] = [bars[low]?.time ?? 0, bars[high]?.time ?? 0];
  return low + (time - from) / (to - from);
}

/** The time at a whole position, in unix seconds; NaN without bars. */
export function timeAt(position: number, { bars, resolution }: BarTimes): number {
  const at = Math.round(position);
  const bar = bars[at];
  if (bar) return bar.time;
  const [edge, beyond] = at < 0 ? [bars[0], at] : [bars.at(-1), at - bars.length + 1];
  return edge ? bucketTime(bucketIndex(edge.time, resolution) + beyond, resolution) : NaN;
}
