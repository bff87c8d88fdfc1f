import type { Candle, ClosingReason, Direction } from '../../lib/contract/entities.ts';
import { closingRate, openingRate } from '../../lib/trading/quote.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import { roundRate } from '../../lib/rate.ts';
import { quietRange, triggeredReason } from '../../lib/trading/levels.ts';

/** A position as it was, or is. Money in minor units, instants in unix seconds. */
export interface LivedPosition {
  id: string;
  direction: Direction;
  amountMinor: number;
  leverage: number;
  openRate: number;
  openedAt: number;
  /** The bid of the quote that it was opened on, where that is known; so that of its close. */
  openBid: number | null;
  closedBid: number | null;
  takeProfit: number | null;
  stopLoss: number | null;
  protected: boolean;
  /** Null while it is open. */
  closedAt: number | null;
  closingReason: ClosingReason | null;
  profitMinor: number | null;
}

/** Other terms than those that there were; null: as it was. */
export interface OtherTerms {
  /** ask − bid as a fraction of mid. */
  spread: number | null;
  /** In ascending order. */
  ladder: readonly number[] | null;
}

/** How a position would have ended; a null reason: it would be open, and its profit is that of the last price. */
export interface ReplayedEnd {
  reason: ClosingReason | null;
  profitMinor: number;
  leverage: number;
  at: number;
}

/** A quote with this bid. */
function quoteAt(bid: number, spread: number) {
  return { bid, ask: roundRate((bid * (1 + spread / 2)) / (1 - spread / 2)) };
}

/**
 * What would have become of a position, of candles of bids, the oldest first, under other terms: opened within them
 * it is opened anew at the spread, and its leverage is the highest of the ladder that is not above its own (the
 * lowest, where all are). Within a candle prices come in the order that is worst for the customer: open, against
 * them, for them, close. What its customer closed is closed then, unless it had ended before; what a level closed,
 * lives on until one does.
 */
export function replayPosition(
  position: LivedPosition,
  candles: readonly Candle[],
  { spread, ladder, usualSpread, from }: OtherTerms & { usualSpread: number; from: number },
): ReplayedEnd {
  const wide = spread ?? usualSpread;
  const { direction, openBid, closedBid, closedAt, openedAt } = position;
  const opensAnew = spread !== null && openBid !== null && openedAt >= from;
  const openRate = opensAnew ? openingRate(direction, quoteAt(openBid, wide)) : position.openRate;
  const leverage = ladder === null ? position.leverage : cutTo(ladder, position.leverage);
  const terms = { ...position, openRate, leverage };
  const endAt = (rate: number, reason: ClosingReason | null, at: number): ReplayedEnd => {
    const profit = profitMinor({ ...terms, closeRate: rate });
    return { reason, profitMinor: profit, leverage, at };
  };
  const byHand = closedAt !== null && (position.closingReason === 0 || position.closingReason === 4);
  const { lower, upper } = quietRange(terms);
  let last = openRate;
  let at = Math.max(openedAt, from);
  for (const candle of candles) {
    if (candle.time + candleSeconds <= openedAt) continue;
    if (byHand && candle.time + candleSeconds > closedAt) break;
    // Of the minute that it was opened in only the end is surely its own.
    const bids = candle.time < openedAt ? [candle.close] : inWorstOrder(direction, candle);
    for (const bid of bids) {
      last = closingRate(direction, quoteAt(bid, wide));
      at = candle.time;
      if (last > lower && last < upper) continue;
      return endAt(last, triggeredReason(terms, last), at);
    }
  }
  if (!byHand) return endAt(last, null, at);
  const rate = closedBid === null ? last : closingRate(direction, quoteAt(closedBid, wide));
  return endAt(rate, position.closingReason, closedAt);
}

export const candleSeconds = 60;

function inWorstOrder(direction: Direction, { open, high, low, close }: Candle): readonly number[] {
  return direction === 'buy' ? [open, low, high, close] : [open, high, low, close];
}

function cutTo(ladder: readonly number[], leverage: number): number {
  return ladder.findLast((step) => step <= leverage) ?? ladder[0] ?? leverage;
}

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
 * The bids that the same market would have had at one spread: the feed quotes around mid, so that a wider spread
 * alone lowers its bids. Of a minute in which the spread was changed the low is taken as quoted at the widest and the
 * high at the narrowest, so that neither is further out than the market was.
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
