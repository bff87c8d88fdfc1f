import type { Candle } from '../../../src/lib/contract/entities.ts';

/** Candles of 15 minutes with these closes, each opening where the previous one closed. */
export function candlesOf(closes: readonly number[]): Candle[] {
  return closes.map((close, index) => {
    const open = closes[index - 1] ?? close;
    return { time: index * 900, open, high: Math.max(open, close), low: Math.min(open, close), close };
  });
}
