import type { FeedFacts } from '../../lib/contract/entities.ts';

/**
 * Receives one raw quote unchanged; the quote book decides whether it is valid. `timeMs` is in unix milliseconds, and
 * `arrivedMs` is the same instant on the elapsed clock. A feed reads both clocks once for all quotes of a step.
 */
export type OnQuote = (symbol: string, bid: number, ask: number, timeMs: number, arrivedMs: number) => void;

/** Where quotes come from. A feed never validates quotes and never waits for their receiver. */
export interface Feed {
  /** Names the source; candles are stored under this name. */
  readonly name: string;
  /** How screens label its prices. */
  readonly origin: FeedFacts['origin'];
  /**
   * The first bid that the feed will quote for each symbol. Seeded history, which consists of bids, ends at these
   * rates.
   */
  openingRates: () => Promise<ReadonlyMap<string, number>>;
  /** Starts quoting; called once. */
  start: (onQuote: OnQuote) => void;
  stop: () => Promise<void>;
  /**
   * Changes the spread at which a symbol is quoted from now on, as a fraction of mid. Undefined if the feed brings its
   * own spreads.
   */
  changeSpread?: (symbol: string, spread: number) => void;
}
