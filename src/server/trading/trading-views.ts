import type { Balance, Position, PositionLists, QuoteFacts, Receipt } from '../../lib/contract/entities.ts';
import type { PerformanceFacts } from '../../lib/contract/performance-call.ts';
import { toMajor } from '../../lib/money.ts';
import { summarise } from '../../lib/trading/margin.ts';
import type { CurvePoint, Trade } from '../../lib/trading/performance.ts';
import { sumUpTrades } from '../../lib/trading/performance.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import { closingRate } from '../../lib/trading/quote.ts';
import type { ClosedTrades } from './performance-rows.ts';
import type { PositionRow, QuoteRow, ReceiptRow, TradingSnapshot } from './position-rows.ts';
import type { TradingMarket } from './trading-market.ts';

/**
 * The profit of a position in minor units. If it is closed, the profit that was posted. If it is open, the profit that
 * closing at the newest quote would post, or 0 if there has been no quote since the start.
 */
export function currentProfitMinor(
  position: Pick<PositionRow, 'symbol' | 'direction' | 'openRate' | 'amountMinor' | 'leverage' | 'profitMinor'>,
  { quotes }: Pick<TradingMarket, 'quotes'>,
): number {
  if (position.profitMinor !== null) return position.profitMinor;
  const quote = quotes.get(position.symbol);
  if (!quote) return 0;
  const { direction, openRate, amountMinor, leverage } = position;
  return profitMinor({ direction, openRate, closeRate: closingRate(direction, quote), amountMinor, leverage });
}

/** The position as the contract defines it. Money is in major units. */
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

/** The lists of positions in a snapshot as the contract defines them, in the same order. */
export function positionListsView({ open, history }: TradingSnapshot, market: TradingMarket): PositionLists {
  return {
    open: open.map((position) => positionView(position, market)),
    history: history.map((position) => positionView(position, market)),
  };
}

/**
 * The balance summary of a snapshot as the contract defines it. Open positions are valued at the newest quotes. Money
 * is in major units.
 */
export function balanceView({ balanceMinor, investedMinor, open }: TradingSnapshot, market: TradingMarket): Balance {
  const openProfitMinor = open.reduce((sum, position) => sum + currentProfitMinor(position, market), 0);
  const summary = summarise({ balanceMinor, investedMinor, openProfitMinor });
  return {
    balance: toMajor(summary.balanceMinor),
    equity: toMajor(summary.equityMinor),
    freeMargin: toMajor(summary.freeMarginMinor),
    profit: toMajor(summary.profitMinor),
  };
}

/** The receipt as the contract defines it: the position, and the rate, instant and quote of each fill. */
export function receiptView({ closedAfterJump, ...row }: ReceiptRow, market: TradingMarket): Receipt {
  const { position, open, closed } = row;
  const { openRate, openedAt, closedRate, closedAt } = position;
  const isClosed = closedRate !== null && closedAt !== null;
  return {
    position: positionView(position, market),
    open: { rate: openRate, time: openedAt.toISOString(), quote: quoteFacts(open) },
    close: isClosed ? { rate: closedRate, time: closedAt.toISOString(), quote: quoteFacts(closed) } : null,
    after_jump: closedAfterJump ? 1 : 0,
  };
}

function quoteFacts({ bid, ask, quoteAt, sequence, feed }: QuoteRow): QuoteFacts | null {
  if (bid === null || ask === null || quoteAt === null || sequence === null || feed === null) return null;
  // Feeds count quotes from 1. The demo data stores 0 for invented quotes.
  return { bid, ask, time: quoteAt.toISOString(), sequence: sequence || null, feed };
}

interface Curves {
  curve: readonly CurvePoint[];
  equity: readonly CurvePoint[];
}

/** What closed positions made as the contract defines it. Money is in major units. */
export function performanceView(
  { curve, equity, feesMinor, ...closed }: ClosedTrades & Curves & { feesMinor: number },
  market: TradingMarket,
): PerformanceFacts {
  const sums = sumUpTrades(closed.assets);
  const { trades, wins, losses, best, worst } = sums;
  return {
    ...{ trades, wins, losses, win_rate: sums.winPercent, profit_factor: sums.profitFactor },
    ...{ profit: toMajor(sums.profitMinor), won: toMajor(sums.wonMinor), lost: toMajor(sums.lostMinor) },
    average_win: orNull(sums.averageWinMinor, toMajor),
    average_loss: orNull(sums.averageLossMinor, toMajor),
    best: orNull(best, tradeView),
    worst: orNull(worst, tradeView),
    drawdown: toMajor(closed.drawdownMinor),
    spread_cost: toMajor(closed.spreadMinor),
    trades_without_quotes: closed.withoutQuotes,
    fees: toMajor(feesMinor),
    curve: curve.map(pointView),
    equity: equity.map(pointView),
    assets: sums.assets.map((asset) => ({
      ...{ symbol: asset.symbol, symbolName: market.assets.get(asset.symbol)?.name ?? asset.symbol },
      ...{ trades: asset.trades, wins: asset.wins, profit: toMajor(asset.profitMinor) },
    })),
  };
}

const orNull = <Value, View>(value: Value | null, view: (value: Value) => View) =>
  value === null ? null : view(value);

const pointView = ({ timeMs, profitMinor: sumMinor }: CurvePoint) => ({
  time: new Date(timeMs).toISOString(),
  profit: toMajor(sumMinor),
});

const tradeView = ({ symbol, profitMinor: madeMinor }: Trade) => ({ symbol, profit: toMajor(madeMinor) });
