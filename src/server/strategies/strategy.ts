import type { CandleResolution } from '../../lib/contract/calls.ts';
import type { Candle, Direction } from '../../lib/contract/entities.ts';
import type { Quote } from '../../lib/trading/quote.ts';

/** What a strategy sees of one symbol when a candle has closed. */
export interface MarketView {
  symbol: string;
  /**
   * Closed candles of the strategy's resolution, oldest first: the newest `candleCount`, or fewer if there are no more.
   */
  candles: readonly Candle[];
  /** The first quote after them. */
  quote: Pick<Quote, 'bid' | 'ask'>;
}

/** What a strategy wants in a symbol, for every account that it trades for. */
export type Intent =
  /** Close its positions that have this direction. */
  | { kind: 'close'; direction: Direction }
  /** Open a position with a share of the account's free margin, at the lowest leverage. */
  | { kind: 'open'; direction: Direction; freeMarginPercent: number };

/**
 * Decides what auto trading does: candles and a quote in, intents out, to be carried out in order. Pure: it knows no
 * account, keeps no state and always answers the same to the same view, so that a backtest shows how it would have
 * traded.
 */
export interface Strategy {
  readonly name: string;
  readonly resolution: CandleResolution;
  /** How many closed candles it needs. */
  readonly candleCount: number;
  decide: (view: MarketView) => readonly Intent[];
}

/** No position of auto trading may use more than this share of the free margin, whatever a strategy wants. */
export const mostFreeMarginPercent = 2;

/** The share of the free margin that an intent may take, in percent. */
export function allowedPercent({ freeMarginPercent }: { freeMarginPercent: number }): number {
  return Math.min(freeMarginPercent, mostFreeMarginPercent);
}
