import type { CandleResolution } from '../../lib/contract/calls.ts';
import type { Candle, Direction } from '../../lib/contract/entities.ts';
import type { Quote } from '../../lib/trading/quote.ts';

/** What a strategy is shown of one symbol when a candle has closed. */
export interface MarketView {
  symbol: string;
  /**
   * Closed candles of the strategy's resolution, oldest first: the newest `candleCount`, fewer where there are no more.
   */
  candles: readonly Candle[];
  /** The first quote after them. */
  quote: Pick<Quote, 'bid' | 'ask'>;
}

/** What a strategy wants in a symbol, for every account that it trades for. */
export type Intent =
  /** To close those of its positions that have this direction. */
  | { kind: 'close'; direction: Direction }
  /** To open a position with a share of the account's free margin, at the lowest leverage. */
  | { kind: 'open'; direction: Direction; freeMarginPercent: number };

/**
 * Decides what auto trading does: candles and a quote in, intents out, to be carried out in their order. Pure: it knows
 * no account, remembers nothing and says the same of the same view, so that a backtest tells how it would have traded.
 */
export interface Strategy {
  readonly name: string;
  readonly resolution: CandleResolution;
  /** How many closed candles it wants to see. */
  readonly candleCount: number;
  decide: (view: MarketView) => readonly Intent[];
}

/** No position of auto trading may take more than this share of the free margin, whatever a strategy wants. */
export const mostFreeMarginPercent = 2;

/** The share of the free margin that an intent may take, in percent. */
export function allowedPercent({ freeMarginPercent }: { freeMarginPercent: number }): number {
  return Math.min(freeMarginPercent, mostFreeMarginPercent);
}
