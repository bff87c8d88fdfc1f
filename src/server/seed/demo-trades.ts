import type { Candle, ClosingReason, Direction } from '../../lib/contract/entities.ts';
import { closingRate, openingRate } from '../../lib/trading/quote.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import type { Random } from '../market/random.ts';

/** A planned trade of the demo customer. `moment` says how far into the history (0 to 1) it is opened. */
export interface TradePlan {
  symbol: string;
  direction: Direction;
  amountMinor: number;
  leverage: number;
  moment: number;
  /** The trade is closed by hand after this many hours, unless it reaches a level earlier. */
  hours: number;
}

/** The hourly bid candles of an asset, oldest first, and its spread and digits, which fills need. */
export interface TradeMarket {
  candles: readonly Candle[];
  quotedSpread: number;
  digits: number;
}

/** Both sides of the price of a fill. */
interface Sides {
  bid: number;
  ask: number;
}

export interface ClosedTrade extends Omit<TradePlan, 'moment' | 'hours'> {
  openRate: number;
  openedAt: Date;
  openQuote: Sides;
  takeProfit: number;
  stopLoss: number;
  closedRate: number;
  closedAt: Date;
  closedQuote: Sides;
  closingReason: ClosingReason;
  profitMinor: number;
}

export const tradePlans: readonly TradePlan[] = [
  { symbol: 'BTCUSD', direction: 'buy', amountMinor: 25_000, leverage: 5, moment: 0.06, hours: 52 },
  { symbol: 'EURUSD', direction: 'sell', amountMinor: 15_000, leverage: 30, moment: 0.13, hours: 20 },
  { symbol: 'XAUUSD', direction: 'buy', amountMinor: 30_000, leverage: 10, moment: 0.21, hours: 75 },
  { symbol: 'AAPL', direction: 'buy', amountMinor: 20_000, leverage: 5, moment: 0.29, hours: 96 },
  { symbol: 'ETHUSD', direction: 'sell', amountMinor: 12_500, leverage: 3, moment: 0.37, hours: 30 },
  { symbol: 'DE30EUR', direction: 'buy', amountMinor: 18_000, leverage: 20, moment: 0.45, hours: 44 },
  { symbol: 'LTCUSD', direction: 'buy', amountMinor: 10_000, leverage: 10, moment: 0.53, hours: 61 },
  { symbol: 'SPY', direction: 'sell', amountMinor: 15_000, leverage: 15, moment: 0.61, hours: 27 },
  { symbol: 'NZDUSD', direction: 'buy', amountMinor: 20_000, leverage: 30, moment: 0.69, hours: 36 },
  { symbol: 'BTCUSD', direction: 'sell', amountMinor: 22_000, leverage: 3, moment: 0.77, hours: 48 },
  { symbol: 'XAUUSD', direction: 'sell', amountMinor: 14_500, leverage: 15, moment: 0.85, hours: 18 },
  { symbol: 'ETHUSD', direction: 'buy', amountMinor: 16_000, leverage: 5, moment: 0.92, hours: 24 },
];

/**
 * The profit at which every demo trade closes, as a share of its amount, so that no single trade dominates the history.
 */
const takeProfitShare = 0.6;
/** The loss at which every demo trade closes, as a share of its amount. */
const stopLossShare = 0.4;

/**
 * Plays a trade through the candles by the rules of fills and profit. Null if the history is too short for the trade.
 */
export function playTrade(plan: TradePlan, market: TradeMarket, random: Random): ClosedTrade | null {
  // The newest candle is not closed yet.
  const candles = market.candles.slice(0, -1);
  const openedIn = Math.floor(plan.moment * (candles.length - 1));
  const opening = candles[openedIn];
  const later = candles.slice(openedIn + 1, openedIn + 1 + plan.hours);
  if (!opening || later.length === 0) return null;

  const { moment: _moment, hours: _hours, ...order } = plan;
  const openQuote = quoteAt(someRateOf(opening, market, random), market);
  const openRate = openingRate(plan.direction, openQuote);
  const towards = plan.direction === 'buy' ? 1 : -1;
  const levelAt = (share: number) => rounded(openRate * (1 + (towards * share) / plan.leverage), market.digits);
  const levels = { takeProfit: levelAt(takeProfitShare), stopLoss: levelAt(-stopLossShare) };
  const close = findClose(plan.direction, levels, later, market) ?? closeByHand(plan.direction, later, market);
  return {
    ...order,
    ...levels,
    openRate,
    openedAt: momentIn(opening, random),
    openQuote,
    closedRate: close.rate,
    closedAt: momentIn(close.candle, random),
    closedQuote: plan.direction === 'buy' ? quoteAt(close.rate, market) : quoteBelow(close.rate, market),
    closingReason: close.reason,
    profitMinor: profitMinor({ ...order, openRate, closeRate: close.rate }),
  };
}

interface Close {
  candle: Candle;
  rate: number;
  reason: ClosingReason;
}

/** Finds the first candle that reaches a level; the position closes at the rate of that level. */
function findClose(
  direction: Direction,
  { takeProfit, stopLoss }: { takeProfit: number; stopLoss: number },
  candles: readonly Candle[],
  market: TradeMarket,
): Close | undefined {
  for (const candle of candles) {
    const best = closingRate(direction, quoteAt(direction === 'buy' ? candle.high : candle.low, market));
    const worst = closingRate(direction, quoteAt(direction === 'buy' ? candle.low : candle.high, market));
    const isBeyond = (rate: number, level: number) => (direction === 'buy' ? rate >= level : rate <= level);
    if (isBeyond(best, takeProfit)) return { candle, rate: takeProfit, reason: 2 };
    if (!isBeyond(worst, stopLoss)) return { candle, rate: stopLoss, reason: 1 };
  }
  return undefined;
}

function closeByHand(direction: Direction, candles: readonly Candle[], market: TradeMarket): Close {
  const candle = candles.at(-1);
  if (!candle) throw new Error('A trade needs a candle to close in');
  return { candle, rate: closingRate(direction, quoteAt(candle.close, market)), reason: 0 };
}

function quoteAt(bid: number, { quotedSpread, digits }: TradeMarket): Sides {
  return { bid, ask: rounded(bid * (1 + quotedSpread), digits) };
}

function quoteBelow(ask: number, { quotedSpread, digits }: TradeMarket): Sides {
  return { bid: rounded(ask / (1 + quotedSpread), digits), ask };
}

function someRateOf({ low, high }: Candle, { digits }: TradeMarket, random: Random): number {
  return rounded(low + (high - low) * random(), digits);
}

function momentIn({ time }: Candle, random: Random): Date {
  return new Date((time + 3599 * random()) * 1000);
}

function rounded(rate: number, digits: number): number {
  return Number(rate.toFixed(digits));
}
