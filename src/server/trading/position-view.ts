import type { Position, PositionLists } from '../../lib/contract/entities.ts';
import { closingRate } from '../../lib/trading/quote.ts';
import { toMajor } from '../../lib/money.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import type { PositionRow, TradingSnapshot } from './position-rows.ts';
import type { TradingMarket } from './trading-market.ts';

/**
 * Profit of a position in minor units. Closed: what was posted. Open: what closing at the newest quote would post, or 0
 * if there has been no quote since the start.
 */
export function currentProfitMinor(position: PositionRow, { quotes }: TradingMarket): number {
  if (position.profitMinor !== null) return position.profitMinor;
  const quote = quotes.get(position.symbol);
  if (!quote) return 0;
  const { direction, openRate, amountMinor, leverage } = position;
  return profitMinor({ direction, openRate, closeRate: closingRate(direction, quote), amountMinor, leverage });
}

/** The contract's position. Money in major units. */
export function positionView(position: PositionRow, market: TradingMarket): Position {
  return {
    id: position.id,
    symbol: position.symbol,
    symbolName: market.assets.get(position.symbol)?.name ?? position.symbol,
    direction: position.direction,
    amount: toMajor(position.amountMinor),
    leverage: position.leverage,
    open_rate: position.openRate,
    open_date: position.openedAt.toISOString(),
    closed_rate: position.closedRate,
    close_date: position.closedAt?.toISOString() ?? null,
    take_profit: position.takeProfit,
    stop_lost: position.stopLoss,
    profit: toMajor(currentProfitMinor(position, market)),
    protected: position.protected ? 1 : 0,
    closingReason: position.closingReason,
    auto: position.auto ? 1 : 0,
  };
}

/** The contract's lists of a snapshot, in the same order. */
export function positionListsView({ open, history }: TradingSnapshot, market: TradingMarket): PositionLists {
  return {
    open: open.map((position) => positionView(position, market)),
    history: history.map((position) => positionView(position, market)),
  };
}
