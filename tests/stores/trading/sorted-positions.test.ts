import { beforeEach, expect, test, vi } from 'vitest';
import { priceBook } from '../../../src/stores/prices.ts';
import {
  $openChoice,
  $openInOrder,
  $positions,
  resortOpen,
  sortOpen,
  applyPositions,
} from '../../../src/stores/trading/positions.ts';
import type { OpenSort } from '../../../src/stores/trading/positions.ts';
import { openPositionOf } from './position-of.ts';

vi.stubGlobal('requestAnimationFrame', () => 0);

/** Newest first, like the server's list. */
const positions = [
  openPositionOf({ id: 'a', symbol: 'ETHUSD', amount: 300, open_rate: 3_000, open_date: '2026-11-20T12:00:00.000Z' }),
  openPositionOf({ id: 'b', symbol: 'AAPL', amount: 100, stop_lost: 180, open_date: '2026-11-20T11:00:00.000Z' }),
  openPositionOf({ id: 'c', symbol: 'BTCUSD', amount: 200, stop_lost: 90, open_date: '2026-11-20T10:00:00.000Z' }),
  openPositionOf({ id: 'd', symbol: 'BTCUSD', amount: 100, direction: 'sell', open_date: '2026-11-20T09:00:00.000Z' }),
];

function order(): string {
  return $openInOrder
    .get()
    .map(({ id }) => id)
    .join('');
}

function price(symbol: string, sell: number): void {
  priceBook.apply({ [symbol]: { buy: sell + 10, sell } });
}

beforeEach(() => {
  $positions.set({ status: 'loading' });
  sortOpen({ sort: 'open_date', order: 'desc' });
});

test('the newest come first until another order is chosen; before the positions are loaded the list is empty', () => {
  expect(order()).toBe('');
  applyPositions({ open: positions, history: [] });
  expect(order()).toBe('abcd');
  expect($openChoice.get()).toEqual({ sort: 'open_date', order: 'desc' });
});

test.each<[OpenSort, string, string]>([
  ['open_date', 'dcba', 'abcd'],
  ['symbol', 'bcda', 'acdb'],
  ['direction', 'abcd', 'dabc'],
  ['amount', 'bdca', 'acbd'],
  ['leverage', 'abcd', 'abcd'],
  ['open_rate', 'abcd', 'bcda'],
  ['take_profit', 'abcd', 'abcd'],
])('by %s, equal ones newest first', (sort, up, down) => {
  applyPositions({ open: positions, history: [] });
  sortOpen({ sort, order: 'asc' });
  expect(order()).toBe(up);
  sortOpen({ sort, order: 'desc' });
  expect(order()).toBe(down);
});

test('positions without a value come last in either direction', () => {
  applyPositions({ open: positions, history: [] });
  sortOpen({ sort: 'stop_lost', order: 'asc' });
  expect(order()).toBe('cbad');
  sortOpen({ sort: 'stop_lost', order: 'desc' });
  expect(order()).toBe('bcad');
});

test('ticks never move rows: live values count at the moment of sorting', () => {
  const [eth, , , btc] = positions;
  applyPositions({ open: [eth!, btc!], history: [] });
  price('ETHUSD', 3_100);
  price('BTCUSD', 50_100);
  sortOpen({ sort: 'profit', order: 'desc' });
  expect(order()).toBe('ad');
  price('ETHUSD', 2_900);
  applyPositions({ open: [{ ...eth!, stop_lost: 1_000 }, btc!], history: [] });
  expect(order()).toBe('ad');
  resortOpen();
  expect(order()).toBe('da');
  sortOpen({ sort: 'now', order: 'asc' });
  expect(order()).toBe('ad');
});

test('a new position is inserted by its first value, and the others stay', () => {
  const [eth, , btc, sold] = positions;
  price('ETHUSD', 3_000);
  price('BTCUSD', 50_100);
  applyPositions({ open: [btc!, sold!], history: [] });
  sortOpen({ sort: 'profit', order: 'desc' });
  expect(order()).toBe('cd');
  price('BTCUSD', 49_000);
  applyPositions({ open: [eth!, btc!, sold!], history: [] });
  expect(order()).toBe('cad');
  applyPositions({ open: [eth!, sold!], history: [] });
  expect(order()).toBe('ad');
});
