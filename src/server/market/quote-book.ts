import type { Quote } from '../../lib/trading/quote.ts';
import type { OnQuote } from './feed.ts';

/** Called synchronously with every accepted quote. `symbolIndex` is an index into the book's `symbols`. */
export type QuoteListener = (symbolIndex: number, bid: number, ask: number, timeMs: number) => void;

/** The newest valid quote of each symbol. */
export interface QuoteBook {
  readonly symbols: readonly string[];
  /**
   * Checks a raw quote and stores it, or drops it and counts the reason. A price of 0 or a jump halts the asset.
   * Allocates nothing.
   */
  readonly accept: OnQuote;
  /**
   * Sets the last bid of each symbol from the previous process, so that the first quote is checked for a jump from it.
   * Must run before the first quote.
   */
  readonly resume: (lastBids: ReadonlyMap<string, number>) => void;
  /** The newest valid quote of a symbol, also while it is halted; undefined before the first one. */
  readonly get: (symbol: string) => Quote | undefined;
  /** How many quotes were accepted since the process started. */
  readonly accepted: number;
  /** How many quotes were dropped for each reason since the process started. */
  readonly drops: Readonly<Record<DropReason, number>>;
  /** Adds a listener; returns the function that removes it. */
  readonly onQuote: (listener: QuoteListener) => () => void;
  /** Increases with every change that is worth a price update. */
  readonly revision: number;
  /**
   * Visits the symbols that changed after a revision; a negative revision visits all. Bid and ask are 0 if there is no
   * quote, or the symbol is halted.
   */
  readonly changedSince: (revision: number, visit: (symbol: string, bid: number, ask: number) => void) => void;
}

/**
 * If prices do not change, a quote is still passed on at this interval, so that readers can tell a quiet asset from a
 * stale one to the second.
 */
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

  function accept(symbol: string, bid: number, ask: number, timeMs: number, arrivedMs: number): void {
    const index = store.indexes.get(symbol);
    if (index === undefined) {
      drops.unknown_symbol++;
      return;
    }
    const lastMs = store.arrivedMs[index] ?? 0;
    const fault = faultOf(bid, ask, arrivedMs, lastMs) ?? (Number.isFinite(timeMs) ? null : 'not_a_number');
    if (fault !== null) {
      drops[fault]++;
      if (fault === 'zero' && arrivedMs >= lastMs) store.halt(index);
      return;
    }
    const move = jumps.check(index, bid, ask);
    if (move === 'jump') {
      drops.jump++;
      store.halt(index);
      return;
    }
    store.keep(index, bid, ask, timeMs, arrivedMs);
    store.confirmsJump[index] = move === 'confirmed' ? 1 : 0;
    accepted++;
    for (const listener of listeners) listener(index, bid, ask, timeMs);
  }

  return {
    symbols,
    accept,
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

/** Stores quotes in columns instead of objects, so that storing one is a few writes into existing memory. */
function createQuoteStore(symbols: readonly string[]) {
  const column = () => new Float64Array(symbols.length);
  const indexes = new Map(symbols.map((symbol, index) => [symbol, index]));
  const [bids, asks, times, sequences, revisions] = [column(), column(), column(), column(), column()];
  const [arrivedMs, revisedMs] = [column().fill(-Infinity), column().fill(-Infinity)];
  const [confirmsJump, halted] = [new Uint8Array(symbols.length), new Uint8Array(symbols.length)];
  let revision = 0;

  function keep(index: number, bid: number, ask: number, timeMs: number, arrived: number): void {
    const moved = bids[index] !== bid || asks[index] !== ask || halted[index] !== 0;
    if (moved || arrived - (revisedMs[index] ?? 0) >= refreshMs) {
      revisions[index] = ++revision;
      revisedMs[index] = arrived;
    }
    bids[index] = bid;
    asks[index] = ask;
    times[index] = timeMs;
    arrivedMs[index] = arrived;
    sequences[index] = (sequences[index] ?? 0) + 1;
    halted[index] = 0;
  }

  /**
   * Halts a symbol until its next valid quote. The last quote stays, so that positions can be valued. Readers see the
   * halt at once.
   */
  function halt(index: number): void {
    if (halted[index] !== 0) return;
    halted[index] = 1;
    revisions[index] = ++revision;
  }

  function get(symbol: string): Quote | undefined {
    const index = indexes.get(symbol);
    const sequence = index === undefined ? 0 : sequences[index];
    if (index === undefined || !sequence) return undefined;
    return {
      bid: bids[index] ?? 0,
      ask: asks[index] ?? 0,
      timeMs: times[index] ?? 0,
      arrivedMs: arrivedMs[index] ?? 0,
      sequence,
      confirmsJump: confirmsJump[index] !== 0,
      isHalted: halted[index] !== 0,
    };
  }

  function changedSince(since: number, visit: (symbol: string, bid: number, ask: number) => void): void {
    for (const [index, symbol] of symbols.entries()) {
      if ((revisions[index] ?? 0) <= since) continue;
      if (halted[index] !== 0) visit(symbol, 0, 0);
      else visit(symbol, bids[index] ?? 0, asks[index] ?? 0);
    }
  }

  return { indexes, arrivedMs, confirmsJump, keep, halt, get, changedSince, revision: () => revision };
}

/** Why the quote book dropped a quote. */
export const dropReasons = [
  'unknown_symbol',
  'not_a_number',
  'zero',
  'negative',
  'crossed',
  'jump',
  'out_of_order',
] as const;
export type DropReason = (typeof dropReasons)[number];

/**
 * Why a quote has to be dropped: its rates are invalid, or it arrived before the last one (elapsed clock). Null if it
 * is valid.
 */
export function faultOf(bid: number, ask: number, arrivedMs: number, lastArrivedMs: number): DropReason | null {
  if (bid > 0 && ask >= bid && ask < Infinity && arrivedMs >= lastArrivedMs && arrivedMs < Infinity) return null;
  if (!Number.isFinite(bid) || !Number.isFinite(ask) || !Number.isFinite(arrivedMs)) return 'not_a_number';
  if (bid === 0 || ask === 0) return 'zero';
  if (bid < 0 || ask < 0) return 'negative';
  return bid > ask ? 'crossed' : 'out_of_order';
}

/** A mid that differs from the last accepted mid by more than this fraction is a jump. */
const jumpFraction = 0.1;
/** Jumped quotes within this fraction of each other agree on a new level. */
const agreementFraction = 0.02;
/** After this many agreeing quotes in a row, a jump counts as a move of the market and not as an error. */
const agreeingQuotes = 3;

/** A quote is near the last accepted one, is at a jump that is not confirmed yet, or confirms a jump. */
export type Move = 'near' | 'jump' | 'confirmed';

/** Remembers the last accepted mid of each symbol, and the level that jumped quotes agree on. */
export interface JumpGuard {
  /** Sets the rate before a symbol's first quote, so that the first quote is checked for a jump, too. */
  prime: (index: number, rate: number) => void;
  /** Checks a quote that has no other fault. A `jump` must be dropped; the other quotes are accepted. */
  check: (index: number, bid: number, ask: number) => Move;
}

export function createJumpGuard(count: number): JumpGuard {
  const accepted = new Float64Array(count);
  const level = new Float64Array(count);
  const agreeing = new Uint8Array(count);

  function checkJump(index: number, mid: number): Move {
    const agrees = Math.abs(mid - (level[index] ?? 0)) <= agreementFraction * (level[index] ?? 0);
    const count = agrees ? (agreeing[index] ?? 0) + 1 : 1;
    level[index] = mid;
    agreeing[index] = count;
    return count < agreeingQuotes ? 'jump' : 'confirmed';
  }

  function check(index: number, bid: number, ask: number): Move {
    // Each rate is halved first, because the sum of two huge rates would be infinite.
    const mid = bid / 2 + ask / 2;
    const last = accepted[index] ?? 0;
    const jumped = last > 0 && Math.abs(mid - last) > jumpFraction * last;
    const move = jumped ? checkJump(index, mid) : 'near';
    if (move === 'jump') return move;
    accepted[index] = mid;
    level[index] = 0;
    agreeing[index] = 0;
    return move;
  }

  return {
    prime(index, rate) {
      accepted[index] = rate;
    },
    check,
  };
}
