import type { FeedFacts } from '../../lib/contract/entities.ts';

/**
 * Receives one raw quote as it came; the quote book decides whether it is valid. `timeMs` is unix milliseconds,
 * `arrivedMs` the same moment by the elapsed clock: a feed reads both clocks once for all quotes of a step.
 */
export type OnQuote = (symbol: string, bid: number, ask: number, timeMs: number, arrivedMs: number) => void;

/** Where quotes come from. A feed never validates quotes and never waits for their receiver. */
export interface Feed {
  /** Names the source; candles are stored by this name. */
  readonly name: string;
  /** How screens label its prices. */
  readonly origin: FeedFacts['origin'];
  /** The first bid of each symbol that it will quote. Seeded history, which consists of bids, ends there. */
  openingRates: () => Promise<ReadonlyMap<string, number>>;
  /** Starts quoting; called once. */
  start: (onQuote: OnQuote) => void;
  stop: () => Promise<void>;
  /**
   * Quotes a symbol with another spread from now on, a fraction of mid. Undefined if the spreads of the feed are not
   * ours to set.
   */
  changeSpread?: (symbol: string, spread: number) => void;
}
