import type { Quote } from '../../lib/trading/quote.ts';
import type { TakeQuote } from './feed.ts';
import type { DropReason } from './quote-faults.ts';
import { createJumpGuard, dropReasons, faultOf } from './quote-faults.ts';

/** Told of every accepted quote, in the same turn. `symbolIndex` is the symbol's place in the book's `symbols`. */
export type QuoteListener = (symbolIndex: number, bid: number, ask: number, timeMs: number) => void;

/** The newest valid quote of each symbol. */
export interface QuoteBook {
  readonly symbols: readonly string[];
  /** Checks a raw quote and keeps it, or counts why it was dropped. Allocates nothing. */
  readonly take: TakeQuote;
  /** Where each symbol was when the process before this one ended, a bid: its first quote may not jump from there. Before the first. */
  readonly resume: (lastBids: ReadonlyMap<string, number>) => void;
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

/** A quote at the price of the last one is passed on this often: readers tell a quiet asset from a stale one by it, to the second. */
const refreshMs = 1000;

export interface QuoteBookOptions {
  symbols: readonly string[];
  onQuote?: QuoteListener;
}

export function createQuoteBook({ symbols, onQuote }: QuoteBookOptions): QuoteBook {
  const store = createQuoteStore(symbols);
  const jumps = createJumpGuard(symbols.length);
  const drops = Object.fromEntries(dropReasons.map((reason) => [reason, 0])) as Record<DropReason, number>;
  let listeners: readonly QuoteListener[] = onQuote ? [onQuote] : [];
  let accepted = 0;

  function take(symbol: string, bid: number, ask: number, timeMs: number): void {
    const index = store.indexes.get(symbol);
    if (index === undefined) {
      drops.unknown_symbol++;
      return;
    }
    const fault = faultOf(bid, ask, timeMs, store.timeMs[index] ?? 0) ?? jumps.check(index, bid, ask);
    if (fault !== null) {
      drops[fault]++;
      return;
    }
    store.keep(index, bid, ask, timeMs);
    accepted++;
    for (const listener of listeners) listener(index, bid, ask, timeMs);
  }

  return {
    symbols,
    take,
    resume(lastBids) {
      for (const [symbol, bid] of lastBids) {
        const index = store.indexes.get(symbol);
        if (index !== undefined) jumps.prime(index, bid);
      }
    },
    get: store.get,
    drops,
    get accepted() {
      return accepted;
    },
    get revision() {
      return store.revision();
    },
    onQuote(listener) {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((other) => other !== listener);
      };
    },
    changedSince: store.changedSince,
  };
}

/** Columns instead of objects, so that to keep a quote is a few stores into memory that exists already. */
function createQuoteStore(symbols: readonly string[]) {
  const column = () => new Float64Array(symbols.length);
  const indexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const [bids, asks, sequences, revisions, revisedMs] = [column(), column(), column(), column(), column()];
  const times = column().fill(-Infinity);
  let revision = 0;

  function keep(index: number, bid: number, ask: number, timeMs: number): void {
    const moved = bids[index] !== bid || asks[index] !== ask;
    if (moved || timeMs - (revisedMs[index] ?? 0) >= refreshMs) {
      revisions[index] = ++revision;
      revisedMs[index] = timeMs;
    }
    bids[index] = bid;
    asks[index] = ask;
    times[index] = timeMs;
    sequences[index] = (sequences[index] ?? 0) + 1;
  }

  function get(symbol: string): Quote | undefined {
    const index = indexes.get(symbol);
    const sequence = index === undefined ? 0 : sequences[index];
    if (index === undefined || !sequence) return undefined;
    return { bid: bids[index] ?? 0, ask: asks[index] ?? 0, timeMs: times[index] ?? 0, sequence };
  }

  function changedSince(since: number, visit: (symbol: string, bid: number, ask: number) => void): void {
    for (const [index, symbol] of symbols.entries()) {
      if ((revisions[index] ?? 0) > since) visit(symbol, bids[index] ?? 0, asks[index] ?? 0);
    }
  }

  return { indexes, timeMs: times, keep, get, changedSince, revision: () => revision };
}
