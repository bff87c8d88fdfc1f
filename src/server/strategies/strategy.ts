import type { StoredResolution } from '../../lib/contract/calls.ts';
import type { Candle, Direction } from '../../lib/contract/entities.ts';
import type { Quote } from '../../lib/trading/quote.ts';

/** The data of one symbol that a strategy gets when a candle has closed. */
export interface MarketView {
  symbol: string;
  /** Closed candles of the strategy's resolution, oldest first: the newest `candleCount`, or all if there are fewer. */
  candles: readonly Candle[];
  /** The first quote after these candles. */
  quote: Pick<Quote, 'bid' | 'ask'>;
}

/** What a strategy wants in a symbol, for every account that it trades for. */
export type Intent =
  /** Close the strategy's positions that have this direction. */
  | { kind: 'close'; direction: Direction }
  /** Open a position with a share of the account's free margin, at the lowest leverage. */
  | { kind: 'open'; direction: Direction; freeMarginPercent: number };

/**
 * Decides what auto trading does: it turns candles and a quote into intents, which are carried out in order. Pure: it
 * knows no account and keeps no state. The same view always gives the same intents, so a backtest shows how the
 * strategy would have traded.
 */
export interface Strategy {
  readonly name: string;
  readonly resolution: StoredResolution;
  /** The most closed candles that `decide` uses. */
  readonly candleCount: number;
  decide: (view: MarketView) => readonly Intent[];
}

/** No position of auto trading may use more than this percentage of the free margin, whatever the strategy wants. */
export const mostFreeMarginPercent = 2;

/** The percentage of the free margin that an intent may use. */
export function allowedPercent({ freeMarginPercent }: { freeMarginPercent: number }): number {
  return Math.min(freeMarginPercent, mostFreeMarginPercent);
}
