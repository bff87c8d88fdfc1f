import { expect, test } from 'vitest';
import { balance, position } from '../../../src/lib/contract/entities.ts';
import type { Quote } from '../../../src/lib/trading/quote.ts';
import type { PositionRow } from '../../../src/server/trading/position-rows.ts';
import type { TradingMarket } from '../../../src/server/trading/trading-market.ts';
import { balanceView, positionView } from '../../../src/server/trading/trading-views.ts';
import { quoteOf } from '../../support/quote-of.ts';

const row: PositionRow = {
  id: '6f1c6a0e-7c2b-4a57-9d0f-1f2f0f6f8a11',
  accountId: 1,
  symbol: 'BTCUSD',
  direction: 'buy',
  amountMinor: 10_050,
  leverage: 5,
  openRate: 60_000,
  openedAt: new Date('2026-11-20T12:00:00Z'),
  takeProfit: null,
  stopLoss: 55_000,
  protected: true,
  auto: false,
  requestId: null,
  closedRate: null,
  closedAt: null,
  closingReason: null,
  profitMinor: null,
};

function marketAt(bid?: number): TradingMarket {
  const bitcoin = {
    symbol: 'BTCUSD',
    name: 'Bitcoin',
    categoryId: 3,
    categoryName: 'crypto',
    leverages: [1],
    isSuspended: false,
  };
  const quote: Quote | undefined = bid === undefined ? undefined : quoteOf({ bid, ask: bid + 10 });
  return { assets: new Map([['BTCUSD', bitcoin]]), quotes: { get: () => quote }, feed: { name: 'still' } };
}

test('an open position shows its profit at the newest quote, in major units', () => {
  const shown = positionView(row, marketAt(61_200));
  expect(shown).toMatchObject({ symbolName: 'Bitcoin', amount: 100.5, profit: 10.05, protected: 1, stop_lost: 55_000 });
  expect(shown).toMatchObject({ open_date: '2026-11-20T12:00:00.000Z', close_date: null, closingReason: null });
  expect(position.safeParse(shown).success).toBe(true);
});

test('before the first quote the profit is zero, and a closed position keeps what was posted', () => {
  expect(positionView(row, marketAt()).profit).toBe(0);
  const closed: PositionRow = {
    ...row,
    closedRate: 61_000,
    closedAt: new Date('2026-11-20T13:00:00Z'),
    closingReason: 3,
    profitMinor: -10_050,
  };
  expect(positionView(closed, marketAt(70_000))).toMatchObject({
    profit: -100.5,
    closed_rate: 61_000,
    closingReason: 3,
  });
});

test('an asset that is no longer listed shows its symbol', () => {
  expect(positionView({ ...row, symbol: 'GONE' }, marketAt()).symbolName).toBe('GONE');
});

test('equity is balance plus open profit, free margin balance minus amounts', () => {
  const snapshot = { accountId: 1, balanceMinor: 50_000, investedMinor: 20_100, open: [row, row], history: [] };
  const shown = balanceView(snapshot, marketAt(61_200));
  expect(shown).toEqual({ balance: 500, equity: 520.1, freeMargin: 299, profit: 20.1 });
  expect(balance.safeParse(shown).success).toBe(true);
});
