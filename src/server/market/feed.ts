import type { FeedFacts } from '../../lib/contract/entities.ts';

/**
 * Takes one raw quote, as it came: the quote book decides whether it is any good. `timeMs` is unix milliseconds,
 * `arrivedMs` the same moment by the elapsed clock: a feed reads both once for all quotes of a step.
 */
export type TakeQuote = (symbol: string, bid: number, ask: number, timeMs: number, arrivedMs: number) => void;

/** Where quotes come from. A feed never validates and never waits for who takes its quotes. */
export interface Feed {
  /** Names the source; candles are kept per name. */
  readonly name: string;
  /** What a screen says of its prices. */
  readonly origin: FeedFacts['origin'];
  /** The first bid of each symbol that it will quote: seeded history, which is of bids, ends there. */
  openingRates: () => Promise<ReadonlyMap<string, number>>;
  /** Starts quoting; called once. */
  start: (take: TakeQuote) => void;
  stop: () => Promise<void>;
  /** Quotes a symbol with another spread from now on, a fraction of mid. Not there: its spreads are not ours to set. */
  changeSpread?: (symbol: string, spread: number) => void;
}
