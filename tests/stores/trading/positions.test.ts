import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { priceBook } from '../../../src/stores/prices.ts';
import { $balance, followBalance, liveSummary, applyBalance } from '../../../src/stores/trading/balance.ts';
import {
  $positions,
  closingRateNow,
  followPositions,
  openProfitMinor,
  applyPosition,
  applyPositions,
} from '../../../src/stores/trading/positions.ts';
import { createHandConnection } from './hand-connection.ts';
import { openPositionOf } from './position-of.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  $positions.set({ status: 'loading' });
  $balance.set(null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a buy is valued at the sell price, a sell at the buy price', () => {
  priceBook.apply({ BTCUSD: { buy: 50_600, sell: 50_500 } });
  const buy = openPositionOf({});
  const sell = openPositionOf({ direction: 'sell' });
  expect([closingRateNow(buy), openProfitMinor(buy)]).toEqual([50_500, 1_000]);
  expect([closingRateNow(sell), openProfitMinor(sell)]).toEqual([50_600, -1_200]);
});

test('an asset without a current price keeps its last value', () => {
  priceBook.apply({ HALTED: { buy: 50_600, sell: 50_500 } });
  priceBook.apply({ HALTED: { buy: 0, sell: 0 } });
  const position = openPositionOf({ symbol: 'HALTED', profit: 0 });
  expect([closingRateNow(position), openProfitMinor(position)]).toEqual([null, 1_000]);
});

test('a loss is cut at the amount', () => {
  priceBook.apply({ BTCUSD: { buy: 10_001, sell: 10_000 } });
  expect(openProfitMinor(openPositionOf({}))).toBe(-10_000);
});

test('without a price the profit is the server’s last one', () => {
  const position = openPositionOf({ symbol: 'NOPRICE', profit: 12.34 });
  expect(closingRateNow(position)).toBeNull();
  expect(openProfitMinor(position)).toBe(1_234);
});

test('equal lists keep their identity, so that nothing is rendered again', () => {
  applyPositions({ open: [openPositionOf({})], history: [] });
  const known = $positions.get();
  applyPositions({ open: [openPositionOf({ profit: 99 })], history: [] });
  expect($positions.get()).toBe(known);
  applyPositions({ open: [openPositionOf({ stop_lost: 49_000 })], history: [] });
  expect($positions.get()).not.toBe(known);
});

test('an acknowledgement is applied at once: opened, changed, closed', () => {
  const [first, second] = [openPositionOf({ id: 'first' }), openPositionOf({ id: 'second' })];
  applyPositions({ open: [first], history: [] });
  applyPosition(second);
  expect($positions.get()).toMatchObject({ open: [second, first], history: [] });
  const changed = { ...first, stop_lost: 49_000 };
  applyPosition(changed);
  expect($positions.get()).toMatchObject({ open: [second, changed], history: [] });
  const closed = { ...second, closed_rate: 50_100, profit: 2 };
  applyPosition(closed);
  expect($positions.get()).toMatchObject({ open: [changed], history: [closed] });
});

test('an older answer does not reopen a closed position, and none is applied before the lists are known', () => {
  applyPosition(openPositionOf({}));
  expect($positions.get()).toEqual({ status: 'loading' });
  const closed = openPositionOf({ closed_rate: 50_100, profit: 2 });
  applyPositions({ open: [], history: [closed] });
  applyPosition(openPositionOf({ stop_lost: 49_000 }));
  expect($positions.get()).toMatchObject({ open: [], history: [closed] });
});

test('only changed positions are new objects', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => openPositionOf({ id: `position-${index}` }));
  const copies = () => many.map((position) => ({ ...position, profit: 5 }));
  applyPositions({ open: many, history: [] });
  applyPositions({ open: copies().with(7, { ...many[7]!, take_profit: 60_000 }), history: [] });
  const state = $positions.get();
  const open = state.status === 'ready' ? state.open : [];
  expect(open.filter((position, index) => position !== many[index])).toMatchObject([{ id: 'position-7' }]);
  applyPositions({ open: copies().slice(1), history: [{ ...many[0]!, closed_rate: 1 }] });
  const next = $positions.get();
  expect(next.status === 'ready' && next.open[0]).toBe(many[1]);
});

test('positions are requested when the connection is live and every 5 s, and pushed ones are used', async () => {
  vi.useFakeTimers();
  const { connection, asked, connect, pushPositions } = createHandConnection();
  const stop = followPositions(connection);
  connect();
  asked.pop()?.answer({ open: [openPositionOf({})], history: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect($positions.get()).toMatchObject({ status: 'ready', open: [openPositionOf({})] });

  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toMatchObject([{ event: 'positions' }]);
  // No second request while an answer is pending, except after a reconnect.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(1);
  connect();
  expect(asked).toHaveLength(2);

  pushPositions({ open: [], history: [openPositionOf({ closed_rate: 1, profit: -1 })] });
  expect($positions.get()).toMatchObject({ open: [], history: [{ profit: -1 }] });
  asked.forEach(({ answer }) => answer({ open: [openPositionOf({})], history: [] }));
  await vi.advanceTimersByTimeAsync(0);
  expect($positions.get()).toMatchObject({ open: [] });

  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(2);
});

test('a request without an answer changes nothing', async () => {
  applyPositions({ open: [openPositionOf({})], history: [] });
  const known = $positions.get();
  const { connection, asked, connect } = createHandConnection();
  const stop = followPositions(connection);
  connect();
  asked[0]?.answer(null);
  await Promise.resolve();
  expect($positions.get()).toBe(known);
  stop();
});

test('a balance whose push was lost is correct again within 5 s', async () => {
  vi.useFakeTimers();
  const { connection, asked, connect, pushBalance } = createHandConnection();
  const stop = followBalance(connection);
  connect();
  asked.pop()?.answer({ balance: 1_000, equity: 0, freeMargin: 900, profit: 0 });
  await vi.advanceTimersByTimeAsync(5_000);
  asked.pop()?.answer({ balance: 990, equity: 0, freeMargin: 990, profit: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect($balance.get()).toMatchObject({ balance: 990, freeMargin: 990 });

  await vi.advanceTimersByTimeAsync(5_000);
  pushBalance({ balance: 980, equity: 0, freeMargin: 980, profit: 0 });
  asked.pop()?.answer({ balance: 990, equity: 0, freeMargin: 990, profit: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect($balance.get()).toMatchObject({ balance: 980 });
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
});

test('the summary follows the live prices: equity is the balance and the open profit', () => {
  expect(liveSummary()).toBeNull();
  applyBalance({ balance: 1_000, equity: 0, freeMargin: 900, profit: 0 });
  applyPositions({ open: [openPositionOf({})], history: [] });
  priceBook.apply({ BTCUSD: { buy: 50_600, sell: 50_500 } });
  expect(liveSummary()).toEqual({
    balanceMinor: 100_000,
    equityMinor: 101_000,
    freeMarginMinor: 90_000,
    profitMinor: 1_000,
  });
  priceBook.apply({ BTCUSD: { buy: 49_600, sell: 49_500 } });
  expect(liveSummary()).toMatchObject({ equityMinor: 99_000, profitMinor: -1_000 });
});
