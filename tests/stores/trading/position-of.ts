import type { Position } from '../../../src/lib/contract/entities.ts';

/** An open position of 100.00 at 10×, bought at 50,000, with these changes. */
export function openPositionOf(more: Partial<Position>): Position {
  return {
    id: '018f0000-0000-7000-8000-000000000001',
    symbol: 'BTCUSD',
    symbolName: 'Bitcoin',
    direction: 'buy',
    amount: 100,
    leverage: 10,
    open_rate: 50_000,
    open_date: '2026-11-20T10:00:00.000Z',
    closed_rate: null,
    close_date: null,
    take_profit: null,
    stop_lost: null,
    profit: 0,
    protected: 0,
    closingReason: null,
    auto: 0,
    ...more,
  };
}
