import type { Candle, Direction } from '../../lib/contract/entities.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import { closingRate, openingRate } from '../../lib/trading/quote.ts';
import type { Sides, TradeMarket } from './demo-trades.ts';
import { extremesOf, quoteAt, rounded } from './demo-trades.ts';

/** A planned open position of the demo customer. */
export interface PositionPlan {
  symbol: string;
  direction: Direction;
  amountMinor: number;
  leverage: number;
  /** About how long ago it was opened. */
  hoursAgo: number;
  /** Whether it shows a gain or a loss at first, if the market allows it. */
  result: 'gain' | 'loss';
  /** How far its levels are from the current price, in typical daily moves of the asset. */
  levels?: { takeProfit?: number; stopLoss: number };
}

export interface OpenPosition extends Omit<PositionPlan, 'hoursAgo' | 'result' | 'levels'> {
  openRate: number;
  openedAt: Date;
  openQuote: Sides;
  takeProfit: number | null;
  stopLoss: number | null;
}

/** Long and short, over four groups of assets. The stop loss of the euro is near: a quiet market takes hours to it. */
export const positionPlans: readonly PositionPlan[] = [
  {
    ...{ symbol: 'BTCUSD', direction: 'buy', amountMinor: 50_000, leverage: 5, hoursAgo: 31, result: 'gain' },
    levels: { takeProfit: 2.2, stopLoss: 1.9 },
  },
  { symbol: 'XAUUSD', direction: 'buy', amountMinor: 60_000, leverage: 10, hoursAgo: 22, result: 'gain' },
  { symbol: 'NVDA', direction: 'buy', amountMinor: 35_000, leverage: 5, hoursAgo: 44, result: 'gain' },
  { symbol: 'ETHUSD', direction: 'sell', amountMinor: 25_000, leverage: 3, hoursAgo: 9, result: 'loss' },
  { symbol: 'USDJPY', direction: 'sell', amountMinor: 30_000, leverage: 10, hoursAgo: 5, result: 'gain' },
  {
    ...{ symbol: 'EURUSD', direction: 'buy', amountMinor: 40_000, leverage: 20, hoursAgo: 14, result: 'loss' },
    levels: { stopLoss: 0.45 },
  },
];

/**
 * The profits at first, as shares of the amount: small, as of people who trade with care. `any` is for a market that
 * went only one way for days.
 */
const shares = {
  gain: { from: 0.01, to: 0.22 },
  loss: { from: -0.12, to: -0.005 },
  any: { from: -0.22, to: 0.22 },
} as const;
/** No position may have lost more than this share of its amount since it was opened. */
const worstShare = -0.5;

/**
 * Opens a planned position at a rate of the asset's last hours (hourly candles, oldest first), so that its profit at
 * the current price is as planned if the market allows it, and small in any case. Takes the fitting hour nearest to the
 * plan. Null if there are too few candles.
 */
export function openPosition(plan: PositionPlan, market: TradeMarket): OpenPosition | null {
  const { hoursAgo, result, levels: _levels, ...order } = plan;
  const newest = market.candles.at(-1);
  if (!newest) return null;
  const closeRate = closingRate(plan.direction, quoteAt(newest.close, market));
  // The newest candle is not closed yet.
  const hours = market.candles
    .slice(0, -1)
    .map((candle, index) => openingIn(candle, market.candles.slice(index + 1), { plan, market, closeRate }));
  const distance = (index: number) => Math.abs(market.candles.length - 1 - index - hoursAgo);
  const nearest = [...hours.keys()].sort((one, other) => distance(one) - distance(other)).map((index) => hours[index]);
  const within = ({ from, to }: { from: number; to: number }) =>
    nearest.find((hour) => hour && hour.worst >= worstShare && hour.share >= from && hour.share <= to);
  const opening = within(shares[result]) ?? within(shares.any) ?? hours.at(-1);
  if (!opening) return null;
  const { openRate, openQuote, openedAt } = opening;
  return { ...order, openRate, openedAt, openQuote, ...levelsAt(closeRate, plan, market) };
}

/** What opening at the end of a candle leads to: the profit now and at the worst moment since, as shares. */
function openingIn(
  candle: Candle,
  since: readonly Candle[],
  { plan, market, closeRate }: { plan: PositionPlan; market: TradeMarket; closeRate: number },
) {
  const { direction, amountMinor, leverage } = plan;
  const openQuote = quoteAt(candle.close, market);
  const openRate = openingRate(direction, openQuote);
  const shareAt = (rate: number) =>
    profitMinor({ direction, amountMinor, leverage, openRate, closeRate: rate }) / amountMinor;
  const worst = Math.min(...since.map((one) => shareAt(extremesOf(one, direction, market).worst)));
  return { openQuote, openRate, openedAt: new Date((candle.time + 3599) * 1000), share: shareAt(closeRate), worst };
}

function levelsAt(
  closeRate: number,
  { direction, levels }: PositionPlan,
  { dailyVolatility, digits }: TradeMarket,
): Pick<OpenPosition, 'takeProfit' | 'stopLoss'> {
  const towards = direction === 'buy' ? 1 : -1;
  const rateAt = (moves: number | undefined) =>
    moves === undefined ? null : rounded(closeRate * (1 + towards * moves * dailyVolatility), digits);
  return { takeProfit: rateAt(levels?.takeProfit), stopLoss: rateAt(levels && -levels.stopLoss) };
}
