import type { Candle, ClosingReason, Direction } from '../../lib/contract/entities.ts';
import { closingRate, openingRate } from '../../lib/trading/quote.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import { roundRate } from '../../lib/rate.ts';
import { quietRange, triggeredReason } from '../../lib/trading/levels.ts';

/** A real position, open or closed. Money in minor units, instants in unix seconds. */
export interface RealPosition {
  id: string;
  direction: Direction;
  amountMinor: number;
  leverage: number;
  openRate: number;
  openedAt: number;
  /** The bid of the quote at which the position was opened, if known. */
  openBid: number | null;
  /** The bid of the quote at which it was closed, if known. */
  closedBid: number | null;
  takeProfit: number | null;
  stopLoss: number | null;
  protected: boolean;
  /** Null while it is open. */
  closedAt: number | null;
  closingReason: ClosingReason | null;
  profitMinor: number | null;
}

/** The terms to try; null leaves a term unchanged. */
export interface OtherTerms {
  /** ask − bid as a fraction of mid. */
  spread: number | null;
  /** In ascending order. */
  ladder: readonly number[] | null;
}

/**
 * How a position would have ended. If `reason` is null it would still be open, and `profitMinor` is at the last price.
 */
export interface ReplayedEnd {
  reason: ClosingReason | null;
  profitMinor: number;
  leverage: number;
  at: number;
}

/** The quote with this bid and spread. */
function quoteAt(bid: number, spread: number) {
  return { bid, ask: roundRate((bid * (1 + spread / 2)) / (1 - spread / 2)) };
}

/**
 * Replays a position over candles of bids, oldest first, under other terms. If it was opened during these candles, its
 * open rate is recomputed with the new spread. Its leverage becomes the highest of the ladder that does not exceed its
 * own, or the lowest if all do. Within a candle the prices come in the order that is worst for the customer: open, the
 * extreme against them, the extreme in their favour, close. A position that its customer or auto trading closed is
 * closed at the same time, unless a level closes it before. A position that a level closed stays open until a level
 * closes it.
 */
export function replayPosition(
  position: RealPosition,
  candles: readonly Candle[],
  { spread, ladder, usualSpread, from }: OtherTerms & { usualSpread: number; from: number },
): ReplayedEnd {
  const triedSpread = spread ?? usualSpread;
  const { direction, openBid, closedBid, closedAt, openedAt } = position;
  const opensAnew = spread !== null && openBid !== null && openedAt >= from;
  const openRate = opensAnew ? openingRate(direction, quoteAt(openBid, triedSpread)) : position.openRate;
  const leverage = ladder === null ? position.leverage : highestAllowed(ladder, position.leverage);
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
    // In the minute of the opening, only the candle's close is certain to be later than the opening.
    const bids = candle.time < openedAt ? [candle.close] : inWorstOrder(direction, candle);
    for (const bid of bids) {
      last = closingRate(direction, quoteAt(bid, triedSpread));
      at = candle.time;
      if (last > lower && last < upper) continue;
      return endAt(last, triggeredReason(terms, last), at);
    }
  }
  if (!byHand) return endAt(last, null, at);
  const rate = closedBid === null ? last : closingRate(direction, quoteAt(closedBid, triedSpread));
  return endAt(rate, position.closingReason, closedAt);
}

export const candleSeconds = 60;

function inWorstOrder(direction: Direction, { open, high, low, close }: Candle): readonly number[] {
  return direction === 'buy' ? [open, low, high, close] : [open, high, low, close];
}

function highestAllowed(ladder: readonly number[], leverage: number): number {
  return ladder.findLast((step) => step <= leverage) ?? ladder[0] ?? leverage;
}

/** An operator's change of the quoted spread. Spreads are fractions of mid, the instant is in unix seconds. */
export interface SpreadChange {
  at: number;
  from: number;
  to: number;
}

/** The spread changes during a period, and the one spread to which its prices are converted. */
export interface SpreadLevelling {
  /** Oldest first. */
  changes: readonly SpreadChange[];
  spread: number;
}

/**
 * Converts candles to one constant spread. The feed quotes around mid, so a wider spread alone lowers the bids. In a
 * minute with a spread change, the low is assumed to be quoted at the widest spread and the high at the narrowest, so
 * neither exceeds the market's real range.
 */
export function levelCandles(candles: readonly Candle[], levelling: SpreadLevelling): readonly Candle[] {
  if (levelling.changes.length === 0) return candles;
  return candles.map((candle) => levelCandle(candle, levelling));
}

function levelCandle({ time, open, high, low, close }: Candle, levelling: SpreadLevelling): Candle {
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

/** Converts the opening and closing bids of a position to one spread. */
export function levelPosition<Lived extends RealPosition>(position: Lived, levelling: SpreadLevelling): Lived {
  const { openBid, closedBid, openedAt, closedAt } = position;
  const at = (bid: number | null, time: number | null) =>
    bid === null || time === null ? bid : levelled(bid, spreadAt(time, levelling), levelling.spread);
  return { ...position, openBid: at(openBid, openedAt), closedBid: at(closedBid, closedAt) };
}

function spreadAt(time: number, { changes, spread }: SpreadLevelling): number {
  return changes.findLast(({ at }) => at <= time)?.to ?? changes[0]?.from ?? spread;
}

const levelled = (bid: number, quoted: number, spread: number) =>
  quoted === spread ? bid : (bid * (1 - spread / 2)) / (1 - quoted / 2);
