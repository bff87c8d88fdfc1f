import type { Candle } from '../../../lib/contract/entities.ts';
import type { LivedPosition } from './replay-position.ts';
import { candleSeconds } from './replay-position.ts';

/** An operator changed the spread that the feed quotes: fractions of mid, the instant in unix seconds. */
export interface SpreadChange {
  at: number;
  from: number;
  to: number;
}

/** Prices of a time in which the spread was changed, and the spread that they are wanted at. */
export interface Levelling {
  /** The oldest first. */
  changes: readonly SpreadChange[];
  spread: number;
}

/**
 * The bids that the same market would have had at one spread: the feed quotes around mid, so that a wider spread alone lowers its bids. Of a minute in
 * which the spread was changed the low is taken as quoted at the widest and the high at the narrowest, so that neither is further out than the market was.
 */
export function levelCandles(candles: readonly Candle[], levelling: Levelling): readonly Candle[] {
  if (levelling.changes.length === 0) return candles;
  return candles.map((candle) => levelCandle(candle, levelling));
}

function levelCandle({ time, open, high, low, close }: Candle, levelling: Levelling): Candle {
  const { changes, spread } = levelling;
  const until = time + candleSeconds;
  const within = changes.filter(({ at }) => at > time && at < until).map(({ to }) => to);
  const quoted = [spreadAt(time, levelling), ...within];
  const ends = [levelled(open, quoted[0] ?? spread, spread), levelled(close, quoted.at(-1) ?? spread, spread)] as const;
  return {
    ...{ time, open: ends[0], close: ends[1] },
    high: Math.max(...ends, levelled(high, Math.min(...quoted), spread)),
    low: Math.min(...ends, levelled(low, Math.max(...quoted), spread)),
  };
}

/** A position with the bids that it was opened and closed on as they would have been. */
export function levelPosition<Lived extends LivedPosition>(position: Lived, levelling: Levelling): Lived {
  const { openBid, closedBid, openedAt, closedAt } = position;
  const at = (bid: number | null, time: number | null) =>
    bid === null || time === null ? bid : levelled(bid, spreadAt(time, levelling), levelling.spread);
  return { ...position, openBid: at(openBid, openedAt), closedBid: at(closedBid, closedAt) };
}

function spreadAt(time: number, { changes, spread }: Levelling): number {
  return changes.findLast(({ at }) => at <= time)?.to ?? changes[0]?.from ?? spread;
}

const levelled = (bid: number, quoted: number, spread: number) =>
  quoted === spread ? bid : (bid * (1 - spread / 2)) / (1 - quoted / 2);
