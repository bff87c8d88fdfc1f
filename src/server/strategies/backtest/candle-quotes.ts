import type { Candle } from '../../../lib/contract/entities.ts';
import { roundRate } from '../../../lib/trading/rate.ts';

/** A candle of bids as the quotes that it may have been made of. */
export interface CandleQuote {
  bid: number;
  ask: number;
  /** Unix milliseconds. */
  timeMs: number;
}

/**
 * The quotes that a candle of bids stands for: its open, low, high and close at even distances, with asks above them by the asset's
 * quoted spread (a fraction), to 10 significant digits. Folded again they give the same candle. What came in between is not known.
 */
export function quotesOf({ time, open, low, high, close }: Candle, seconds: number, spread: number): CandleQuote[] {
  return [open, low, high, close].map((bid, place) => ({
    bid,
    ask: roundRate(bid * (1 + spread)),
    timeMs: (time + (seconds * place) / 4) * 1000,
  }));
}
