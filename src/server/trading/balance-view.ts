import type { Balance } from '../../lib/contract/entities.ts';
import { summarise } from '../../lib/trading/margin.ts';
import { toMajor } from '../../lib/money.ts';
import type { TradingSnapshot } from './position-rows.ts';
import { currentProfitMinor } from './position-view.ts';
import type { TradingMarket } from './trading-market.ts';

/**
 * The contract's balance summary of a snapshot; open positions are valued at the newest quotes. Money in major units.
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
