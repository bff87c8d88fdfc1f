import type { Line } from './recorded-hour.ts';

/** A quote that may fill orders, in the naive market. */
export interface NaiveQuote {
  bid: number;
  ask: number;
  /** Unix milliseconds. */
  timeMs: number;
  /** Counts the good quotes of its symbol. */
  sequence: number;
}

interface SymbolState {
  newest: NaiveQuote | undefined;
  /** Mids of the quotes that jumped since the last good one and agree with each other. */
  jumped: number[];
  /** Since the newest good quote, a side was 0 or a price jumped. */
  isHalted: boolean;
}

/**
 * The newest good quote of each symbol, as the rules describe it: a quote is dropped if it is not a price, is crossed,
 * or is an unconfirmed jump.
 */
export interface NaiveMarket {
  newest: (symbol: string) => NaiveQuote | undefined;
  isHalted: (symbol: string) => boolean;
  /** The quote if it is good, otherwise undefined. */
  accept: (line: Line, timeMs: number) => NaiveQuote | undefined;
}

export function createNaiveMarket(): NaiveMarket {
  const states = new Map<string, SymbolState>();

  function accept({ symbol, bid, ask }: Line, timeMs: number): NaiveQuote | undefined {
    const state = states.get(symbol) ?? { newest: undefined, jumped: [], isHalted: false };
    states.set(symbol, state);
    const isPrice = bid > 0 && ask > 0 && Number.isFinite(bid) && Number.isFinite(ask);
    if (bid === 0 || ask === 0) state.isHalted = true;
    if (!isPrice || bid > ask) return undefined;
    state.isHalted = !isConfirmed(state, (bid + ask) / 2);
    if (state.isHalted) return undefined;
    state.jumped = [];
    state.newest = { bid, ask, timeMs, sequence: (state.newest?.sequence ?? 0) + 1 };
    return state.newest;
  }

  return {
    accept,
    newest: (symbol) => states.get(symbol)?.newest,
    isHalted: (symbol) => states.get(symbol)?.isHalted ?? false,
  };
}

/**
 * Whether a mid is within 10 % of the last good one, or the third in a row that is not, each within 2 % of the one
 * before.
 */
function isConfirmed(state: SymbolState, mid: number): boolean {
  const { newest, jumped } = state;
  if (!newest) return true;
  const last = (newest.bid + newest.ask) / 2;
  if (Math.abs(mid - last) <= last * 0.1) return true;
  const before = jumped.at(-1);
  const agrees = before !== undefined && Math.abs(mid - before) <= before * 0.02;
  state.jumped = agrees ? [...jumped, mid] : [mid];
  return state.jumped.length >= 3;
}
