import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClosingReason, Position } from '../../../src/lib/contract/entities.ts';
import { $positions, followClosings, placePosition, takePositions } from '../../../src/stores/trading/positions.ts';
import { openPositionOf } from './position-of.ts';

const [first, second] = [openPositionOf({ id: 'first' }), openPositionOf({ id: 'second' })];

function closed(position: Position, closingReason: ClosingReason): Position {
  return { ...position, closed_rate: 49_000, close_date: '2026-11-20T11:00:00.000Z', closingReason };
}

let told: string[][];
let stop: () => void;

beforeEach(() => {
  told = [];
  $positions.set({ status: 'loading' });
  stop = followClosings((positions) => told.push(positions.map(({ id }) => id)));
});
afterEach(() => stop());

test.each([1, 2, 3, 4] as const)('a position that moves to the history for reason %i is announced once', (reason) => {
  takePositions({ open: [first, second], history: [] });
  takePositions({ open: [second], history: [closed(first, reason)] });
  takePositions({ open: [], history: [closed(second, 0), closed(first, reason)] });
  expect(told).toEqual([['first']]);
});

test('positions that close together are announced together', () => {
  takePositions({ open: [first, second], history: [] });
  takePositions({ open: [], history: [closed(second, 3), closed(first, 1)] });
  expect(told).toEqual([['second', 'first']]);
});

test('a close by hand, here or in another tab, is not announced', () => {
  takePositions({ open: [first, second], history: [] });
  placePosition(closed(first, 0));
  takePositions({ open: [], history: [closed(second, 0), closed(first, 0)] });
  expect(told).toEqual([]);
});

test('a close from before the page knew the account is not announced, nor one of another account', () => {
  takePositions({ open: [second], history: [closed(first, 1)] });
  $positions.set({ status: 'loading' });
  takePositions({ open: [], history: [closed(second, 1), closed(first, 1)] });
  expect(told).toEqual([]);
});
