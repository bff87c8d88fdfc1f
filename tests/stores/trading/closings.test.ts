import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClosingReason, Position } from '../../../src/lib/contract/entities.ts';
import { $positions, followClosings, applyPosition, applyPositions } from '../../../src/stores/trading/positions.ts';
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
  applyPositions({ open: [first, second], history: [] });
  applyPositions({ open: [second], history: [closed(first, reason)] });
  applyPositions({ open: [], history: [closed(second, 0), closed(first, reason)] });
  expect(told).toEqual([['first']]);
});

test('positions that close together are announced together', () => {
  applyPositions({ open: [first, second], history: [] });
  applyPositions({ open: [], history: [closed(second, 3), closed(first, 1)] });
  expect(told).toEqual([['second', 'first']]);
});

test('a close by hand, here or in another tab, is not announced', () => {
  applyPositions({ open: [first, second], history: [] });
  applyPosition(closed(first, 0));
  applyPositions({ open: [], history: [closed(second, 0), closed(first, 0)] });
  expect(told).toEqual([]);
});

test('a close from before the page knew the account is not announced, nor one of another account', () => {
  applyPositions({ open: [second], history: [closed(first, 1)] });
  $positions.set({ status: 'loading' });
  applyPositions({ open: [], history: [closed(second, 1), closed(first, 1)] });
  expect(told).toEqual([]);
});
