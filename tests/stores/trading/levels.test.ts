import { expect, test } from 'vitest';
import type { LivePrice } from '../../../src/stores/prices.ts';
import { endBeforeLevel, levelPreview, profitAt } from '../../../src/stores/trading/level-meaning.ts';
import { levelOf } from '../../../src/stores/trading/levels.ts';
import { openPositionOf } from './position-of.ts';

const price: LivePrice = { buy: 50_010, sell: 50_000, lastBuy: 50_010, lastSell: 50_000, goodMs: 0, stale: false };
const typed = { kind: 'stopLoss', price, locale: 'en', amount: 100, leverage: 10 } as const;
const both = ['sell', 'buy'] as const;

test('a level is read by its kind', () => {
  const position = openPositionOf({ stop_lost: 49_000, take_profit: 51_000 });
  expect([levelOf({ position, kind: 'stopLoss' }), levelOf({ position, kind: 'takeProfit' })]).toEqual([
    49_000, 51_000,
  ]);
});

test('a position closes at a rate with the profit of the rule; a loss is cut at the amount', () => {
  const position = openPositionOf({});
  expect(profitAt(position, 50_500)).toBe(10);
  expect(profitAt(position, 10)).toBe(-100);
  expect(profitAt({ ...position, direction: 'sell' }, 50_500)).toBe(-10);
});

test('an absurd profit, and one without an amount, has no figure', () => {
  expect(profitAt(openPositionOf({}), 1e17)).toBeNull();
  expect(profitAt(openPositionOf({ amount: NaN }), 50_000)).toBeNull();
});

test('with both sides on offer a level applies to the side for which it is valid, at that side’s opening rate', () => {
  // Bought at 50,022.5025, sold at 49,987.5.
  expect(levelPreview({ ...typed, sides: both, text: '49,000' })).toEqual({ direction: 'buy', profit: -20.44 });
  expect(levelPreview({ ...typed, sides: both, text: '51000' })).toEqual({ direction: 'sell', profit: -20.26 });
  expect(levelPreview({ ...typed, sides: both, text: '50005' })).toEqual({ direction: null, profit: null });
});

test('with one side on offer a level applies to that side or to none', () => {
  expect(levelPreview({ ...typed, sides: ['buy'], text: '51000' })).toEqual({ direction: null, profit: null });
  expect(levelPreview({ ...typed, kind: 'takeProfit', sides: ['buy'], text: '51000' })).toMatchObject({
    direction: 'buy',
  });
});

test('there is no outlook without a level or a live price', () => {
  expect(levelPreview({ ...typed, sides: both, text: '' })).toBeNull();
  expect(levelPreview({ ...typed, sides: both, text: '49000', price: { ...price, stale: true } })).toBeNull();
  expect(levelPreview({ ...typed, sides: both, text: '49000', leverage: undefined })).toEqual({
    direction: 'buy',
    profit: null,
  });
});

test('a stop loss beyond the termination price is reported with that price', () => {
  // Bought at 50,022.5025, sold at 49,987.5; with leverage 10 they are terminated a tenth away.
  const stop = (text: string) => levelPreview({ ...typed, sides: both, text });
  expect(stop('45021')).toMatchObject({ direction: 'buy', end: undefined });
  expect(stop('45020')).toMatchObject({ direction: 'buy', end: 45_020.252_25 });
  expect(stop('54986')).toMatchObject({ direction: 'sell', end: undefined });
  expect(stop('54987')).toMatchObject({ direction: 'sell', end: 54_986.25 });
  expect(levelPreview({ ...typed, kind: 'takeProfit', sides: both, text: '1' })).toMatchObject({ end: undefined });
});

test('so is one of an open position, by its open rate; a protected position has no termination price', () => {
  const bought = openPositionOf({});
  const sold = openPositionOf({ direction: 'sell' });
  expect(endBeforeLevel({ position: bought, kind: 'stopLoss' }, 45_000)).toBeUndefined();
  expect(endBeforeLevel({ position: bought, kind: 'stopLoss' }, 44_999)).toBe(45_000);
  expect(endBeforeLevel({ position: sold, kind: 'stopLoss' }, 55_000)).toBeUndefined();
  expect(endBeforeLevel({ position: sold, kind: 'stopLoss' }, 55_001)).toBe(55_000);
  expect(endBeforeLevel({ position: sold, kind: 'takeProfit' }, 1)).toBeUndefined();
  expect(endBeforeLevel({ position: { ...bought, protected: 1 }, kind: 'stopLoss' }, 1)).toBeUndefined();
});
