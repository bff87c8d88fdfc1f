import type { Candle, ClosingReason, Direction } from '../../lib/contract/entities.ts';
import { terminationRate } from '../../lib/trading/levels.ts';
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
  /**
   * How it has to end: it is opened at the first hour from `moment` on from which it ends like this. Undefined: it ends
   * as it happens. Trades that end by low margin or by auto trading have no levels.
   */
  ending?: 1 | 2 | 3 | 4;
}

/** The hourly bid candles of an asset, oldest first, and its spread and digits, which fills need. */
export interface TradeMarket {
  candles: readonly Candle[];
  quotedSpread: number;
  digits: number;
  /** Standard deviation of a day's return, as a fraction. */
  dailyVolatility: number;
}

/** Both sides of the price of a fill. */
export interface Sides {
  bid: number;
  ask: number;
}

export interface ClosedTrade extends Omit<TradePlan, 'moment' | 'hours' | 'ending'> {
  openRate: number;
  openedAt: Date;
  openQuote: Sides;
  takeProfit: number | null;
  stopLoss: number | null;
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
  // The history shows every reason for which a position closes.
  { symbol: 'SOLUSD', direction: 'buy', amountMinor: 12_000, leverage: 10, moment: 0.5, hours: 200, ending: 1 },
  { symbol: 'GBPJPY', direction: 'sell', amountMinor: 24_000, leverage: 30, moment: 0.58, hours: 300, ending: 2 },
  { symbol: 'NGSUSD', direction: 'buy', amountMinor: 8_000, leverage: 15, moment: 0.1, hours: 400, ending: 3 },
  { symbol: 'MSFT', direction: 'buy', amountMinor: 18_000, leverage: 1, moment: 0.8, hours: 31, ending: 4 },
];

/** For a full history, so that its figures and its curve have something to show. Two days are too short for them. */
export const longTradePlans: readonly TradePlan[] = [
  { symbol: 'GBPUSD', direction: 'buy', amountMinor: 16_000, leverage: 30, moment: 0.08, hours: 300, ending: 2 },
  { symbol: 'NVDA', direction: 'buy', amountMinor: 22_000, leverage: 5, moment: 0.12, hours: 500, ending: 2 },
  { symbol: 'BTCUSD', direction: 'buy', amountMinor: 18_000, leverage: 10, moment: 0.16, hours: 300, ending: 2 },
  { symbol: 'XAGUSD', direction: 'sell', amountMinor: 12_000, leverage: 10, moment: 0.2, hours: 300, ending: 1 },
  { symbol: 'EURUSD', direction: 'buy', amountMinor: 20_000, leverage: 30, moment: 0.26, hours: 300, ending: 2 },
  { symbol: 'USDJPY', direction: 'sell', amountMinor: 14_000, leverage: 30, moment: 0.33, hours: 72 },
  { symbol: 'SOLUSD', direction: 'sell', amountMinor: 10_000, leverage: 5, moment: 0.36, hours: 300, ending: 2 },
  { symbol: 'TSLA', direction: 'buy', amountMinor: 15_000, leverage: 5, moment: 0.42, hours: 300, ending: 1 },
  { symbol: 'XAUUSD', direction: 'buy', amountMinor: 25_000, leverage: 15, moment: 0.48, hours: 300, ending: 2 },
  { symbol: 'ETHUSD', direction: 'buy', amountMinor: 15_000, leverage: 10, moment: 0.56, hours: 300, ending: 2 },
  { symbol: 'GBPUSD', direction: 'sell', amountMinor: 17_000, leverage: 30, moment: 0.66, hours: 300, ending: 1 },
  { symbol: 'BTCUSD', direction: 'buy', amountMinor: 20_000, leverage: 10, moment: 0.7, hours: 300, ending: 2 },
  { symbol: 'AAPL', direction: 'sell', amountMinor: 12_000, leverage: 5, moment: 0.74, hours: 60 },
  { symbol: 'XAGUSD', direction: 'buy', amountMinor: 14_000, leverage: 10, moment: 0.86, hours: 300, ending: 2 },
  { symbol: 'ETHUSD', direction: 'sell', amountMinor: 12_000, leverage: 5, moment: 0.9, hours: 40 },
  { symbol: 'USDJPY', direction: 'buy', amountMinor: 16_000, leverage: 30, moment: 0.95, hours: 70 },
];

/**
 * The profit at which every demo trade closes, as a share of its amount, so that no single trade dominates the history.
 */
const takeProfitShare = 0.6;
/** The loss at which every demo trade closes, as a share of its amount. */
const stopLossShare = 0.4;

/**
 * Plays a trade through the candles by the rules of fills and profit. Null if the history is too short for the trade,
 * or if it never ends as planned.
 */
export function playTrade(plan: TradePlan, market: TradeMarket, random: Random): ClosedTrade | null {
  // The newest candle is not closed yet.
  const candles = market.candles.slice(0, -1);
  const first = Math.floor(plan.moment * (candles.length - 1));
  const isSearched = plan.ending !== undefined && plan.ending !== 4;
  for (let openedIn = first; openedIn < candles.length - 1; openedIn += 1) {
    const trade = playFrom(plan, { ...market, candles: candles.slice(openedIn, openedIn + 1 + plan.hours) }, random);
    if (!isSearched || trade?.closingReason === plan.ending) return trade;
  }
  return null;
}

/** Plays a trade that is opened in the first of these candles and closed by hand in the last one at the latest. */
function playFrom(plan: TradePlan, market: TradeMarket, random: Random): ClosedTrade | null {
  const [opening, ...later] = market.candles;
  if (!opening || later.length === 0) return null;
  const { moment: _moment, hours: _hours, ending, ...order } = plan;
  const openQuote = quoteAt(someRateOf(opening, market, random), market);
  const openRate = openingRate(plan.direction, openQuote);
  const terms = { direction: plan.direction, leverage: plan.leverage, openRate };
  const levels = ending === 3 || ending === 4 ? noLevels : levelsOf(terms, market);
  const close =
    findClose({ ...terms, ...levels }, later, market) ?? closeByHand(plan.direction, later, market, ending === 4);
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

type Terms = Pick<ClosedTrade, 'direction' | 'leverage' | 'openRate'>;
type Levels = Pick<ClosedTrade, 'takeProfit' | 'stopLoss'>;

const noLevels: Levels = { takeProfit: null, stopLoss: null };

function levelsOf({ direction, leverage, openRate }: Terms, { digits }: TradeMarket): Levels {
  const towards = direction === 'buy' ? 1 : -1;
  const levelAt = (share: number) => rounded(openRate * (1 + (towards * share) / leverage), digits);
  return { takeProfit: levelAt(takeProfitShare), stopLoss: levelAt(-stopLossShare) };
}

interface Close {
  candle: Candle;
  rate: number;
  reason: ClosingReason;
}

/** Finds the first candle that reaches a level; the position closes at the rate of that level. */
function findClose(
  { takeProfit, stopLoss, ...terms }: Terms & Levels,
  candles: readonly Candle[],
  market: TradeMarket,
): Close | undefined {
  const { direction } = terms;
  const isBeyond = (rate: number, level: number) => (direction === 'buy' ? rate >= level : rate <= level);
  const end = lastRate(terms, market);
  for (const candle of candles) {
    const { best, worst } = extremesOf(candle, direction, market);
    if (takeProfit !== null && isBeyond(best, takeProfit)) return { candle, rate: takeProfit, reason: 2 };
    if (stopLoss !== null && !isBeyond(worst, stopLoss)) return { candle, rate: stopLoss, reason: 1 };
    if (worst === end || !isBeyond(worst, end)) return { candle, rate: end, reason: 3 };
  }
  return undefined;
}

/** The first quote at or beyond the termination price. */
function lastRate(terms: Terms, { digits }: TradeMarket): number {
  const scale = 10 ** digits;
  const end = terminationRate(terms) * scale;
  return rounded((terms.direction === 'buy' ? Math.floor(end) : Math.ceil(end)) / scale, digits);
}

/** The best and the worst closing rate of a candle. */
export function extremesOf(
  { high, low }: Candle,
  direction: Direction,
  market: Pick<TradeMarket, 'quotedSpread' | 'digits'>,
): { best: number; worst: number } {
  const [gain, loss] = direction === 'buy' ? [high, low] : [low, high];
  return {
    best: closingRate(direction, quoteAt(gain, market)),
    worst: closingRate(direction, quoteAt(loss, market)),
  };
}

function closeByHand(direction: Direction, candles: readonly Candle[], market: TradeMarket, isAuto: boolean): Close {
  const candle = candles.at(-1);
  if (!candle) throw new Error('A trade needs a candle to close in');
  return { candle, rate: closingRate(direction, quoteAt(candle.close, market)), reason: isAuto ? 4 : 0 };
}

export function quoteAt(bid: number, { quotedSpread, digits }: Pick<TradeMarket, 'quotedSpread' | 'digits'>): Sides {
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

export function rounded(rate: number, digits: number): number {
  return Number(rate.toFixed(digits));
}
