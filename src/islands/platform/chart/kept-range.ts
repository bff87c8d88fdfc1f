import type { Candle } from '../../../lib/contract/entities.ts';

/** A stretch of the chart, in bars from its first one. */
export interface BarRange {
  from: number;
  to: number;
}

/**
 * Where the same stretch lies after its candles were loaded again: the first of them may have left the chart, and others may
 * have come. Who saw the newest bar goes on seeing it. Null where nothing of what was seen is there any more.
 */
export function keptRange(
  { from, to }: BarRange,
  before: { count: number; lastTime: number },
  candles: readonly Candle[],
): BarRange | null {
  const newest = before.count - 1;
  const at = to >= newest ? candles.length - 1 : candles.findLastIndex(({ time }) => time <= before.lastTime);
  const shift = at - newest;
  return at >= 0 && to + shift >= 0 ? { from: from + shift, to: to + shift } : null;
}
