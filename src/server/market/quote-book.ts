import type { Quote } from '../../lib/trading/quote.ts';
import type { TakeQuote } from './feed.ts';
import type { DropReason } from './quote-faults.ts';
import { createJumpGuard, faultOf } from './quote-faults.ts';

/** Told of every accepted quote, in the same turn. */
export type QuoteListener = (symbol: string, bid: number, ask: number, timeMs: number) => void;

/** The newest valid quote of each symbol. */
export interface QuoteBook {
  readonly symbols: readonly string[];
  /** Checks a raw quote and keeps it, or counts why it was dropped. Allocates nothing. */
  readonly take: TakeQuote;
  /** The newest quote of a symbol; undefined before its first one. */
  readonly get: (symbol: string) => Quote | undefined;
  /** How many quotes were kept, and how many dropped for each reason, since the process started. */
  readonly accepted: number;
  readonly drops: Readonly<Record<DropReason, number>>;
  /** Adds a listener; returns how to remove it. */
  readonly onQuote: (listener: QuoteListener) => () => void;
  /** Grows with every change worth a frame. */
  readonly revision: number;
  /** Visits the symbols that changed after that revision; below zero all of them, 0 and 0 for one without a quote. */
  readonly changedSince: (revision: number, visit: (symbol: string, bid: number, ask: number) => void) => void;
}

/** A quote at the price of the last one is passed on this often: readers tell a quiet asset from a stale one by it. */
const refreshMs = 5000;

export interface QuoteBookOptions {
  symbols: readonly string[];
  onQuote?: QuoteListener;
}

/** Columns instead of objects, so that a quote is a few stores into memory that exists already. */
function createColumns(count: number) {
  return {
    bid: new Float64Array(count),
    ask: new Float64Array(count),
    timeMs: new Float64Array(count).fill(-Infinity),
    sequence: new Float64Array(count),
    revision: new Float64Array(count),
    revisedMs: new Float64Array(count),
  };
}

export function createQuoteBook({ symbols, onQuote }: QuoteBookOptions): QuoteBook {
  const indexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const columns = createColumns(symbols.length);
  const jumps = createJumpGuard(symbols.length);
  const drops: Record<DropReason, number> = {
    unknown_symbol: 0,
    not_a_number: 0,
    zero: 0,
    negative: 0,
    crossed: 0,
    jump: 0,
    out_of_order: 0,
  };
  let listeners: readonly QuoteListener[] = onQuote ? [onQuote] : [];
  let accepted = 0;
  let revision = 0;

  function take(symbol: string, bid: number, ask: number, timeMs: number): void {
    const index = indexes.get(symbol);
    if (index === undefined) {
      drops.unknown_symbol++;
      return;
    }
    const fault = faultOf(bid, ask, timeMs, columns.timeMs[index] ?? 0) ?? jumps.check(index, bid, ask);
    if (fault !== null) {
      drops[fault]++;
      return;
    }
    keep(index, bid, ask, timeMs);
    for (const listener of listeners) listener(symbol, bid, ask, timeMs);
  }

  function keep(index: number, bid: number, ask: number, timeMs: number): void {
    const { bid: bids, ask: asks, revisedMs } = columns;
    const moved = bids[index] !== bid || asks[index] !== ask;
    if (moved || timeMs - (revisedMs[index] ?? 0) >= refreshMs) {
      columns.revision[index] = ++revision;
      revisedMs[index] = timeMs;
    }
    bids[index] = bid;
    asks[index] = ask;
    columns.timeMs[index] = timeMs;
    columns.sequence[index] = (columns.sequence[index] ?? 0) + 1;
    accepted++;
  }

  function get(symbol: string): Quote | undefined {
    const index = indexes.get(symbol);
    const sequence = index === undefined ? 0 : columns.sequence[index];
    if (index === undefined || !sequence) return undefined;
    const { bid, ask, timeMs } = columns;
    return { bid: bid[index] ?? 0, ask: ask[index] ?? 0, timeMs: timeMs[index] ?? 0, sequence };
  }

  return {
    symbols,
    take,
    get,
    drops,
    get accepted() {
      return accepted;
    },
    get revision() {
      return revision;
    },
    onQuote(listener) {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((other) => other !== listener);
      };
    },
    changedSince(since, visit) {
      for (const [index, symbol] of symbols.entries()) {
        if ((columns.revision[index] ?? 0) > since) visit(symbol, columns.bid[index] ?? 0, columns.ask[index] ?? 0);
      }
    },
  };
}
