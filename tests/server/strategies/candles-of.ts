import type { Candle } from '../../../src/lib/contract/entities.ts';

/** Candles of 15 minutes that close at these rates, each opening where the one before it closed. */
export function candlesOf(closes: readonly number[]): Candle[] {
  return closes.map((close, index) => {
    const open = closes[index - 1] ?? close;
    return { time: index * 900, open, high: Math.max(open, close), low: Math.min(open, close), close };
  });
}
