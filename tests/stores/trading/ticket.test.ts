import { expect, test } from 'vitest';
import type { Asset } from '../../../src/lib/contract/entities.ts';
import type { LivePrice } from '../../../src/stores/prices.ts';
import {
  accessProblem,
  exposureOf,
  leverageOptions,
  previewOf,
  shareOf,
  startingLeverage,
} from '../../../src/stores/trading/ticket.ts';

const asset: Asset = {
  name: 'Bitcoin',
  symbol: 'BTCUSD',
  code: 'BTCUSD',
  asset_category_id: 3,
  position_assets_category: { name: 'crypto', leverage: '1,3,5,10' },
  suspended: 0,
};
const price: LivePrice = { buy: 100, sell: 99, lastBuy: 100, lastSell: 99, goodMs: 0, stale: false };
test('the leverages are the category’s, restricted to the customer’s own', () => {
  expect(leverageOptions(asset, { custom_leverage: null })).toEqual([1, 3, 5, 10]);
  expect(leverageOptions(asset, { custom_leverage: '{"crypto":[0,1]}' })).toEqual([1, 3]);
  expect(leverageOptions(asset, { custom_leverage: '{"forex":[0]}' })).toEqual([1, 3, 5, 10]);
});

test('a form starts with the last choice if it is allowed, else with at most 5', () => {
  expect(startingLeverage([1, 3, 5, 10], 10)).toBe(10);
  expect(startingLeverage([1, 3, 5], 10)).toBe(5);
  expect(startingLeverage([1, 3], null)).toBe(3);
  expect(startingLeverage([10, 20], null)).toBe(10);
  expect(startingLeverage([], null)).toBeUndefined();
});

test('access needs a verified account and the group', () => {
  expect(accessProblem(asset, { verified_account: 0, assets_group_permission: [3] })).toBe('NOT_VERIFIED');
  expect(accessProblem(asset, { verified_account: 1, assets_group_permission: [1] })).toBe('NO_ACCESS');
  expect(accessProblem(asset, { verified_account: 1, assets_group_permission: [3] })).toBeNull();
  const suspended = { ...asset, suspended: 1 } as const;
  expect(accessProblem(suspended, { verified_account: 1, assets_group_permission: [3] })).toBe('ASSET_SUSPENDED');
  expect(accessProblem(suspended, { verified_account: 1, assets_group_permission: [1] })).toBe('NO_ACCESS');
});

test('the preview is the fill with the opening spread, and the termination price', () => {
  expect(previewOf('buy', 10, price)).toEqual({ fill: 100.025, termination: 90.0225 });
  expect(previewOf('sell', 10, price)).toEqual({ fill: 98.97525, termination: 108.872775 });
});

test('there is no preview without both prices, fresh, and a leverage', () => {
  expect(previewOf('buy', 10, undefined)).toBeNull();
  expect(previewOf('buy', 10, { ...price, sell: 0 })).toBeNull();
  expect(previewOf('buy', 10, { ...price, stale: true })).toBeNull();
  expect(previewOf('buy', NaN, price)).toBeNull();
});

test('exposure is amount times leverage; null without an amount', () => {
  expect(exposureOf(19.99, 30)).toBe(599.7);
  expect(exposureOf(NaN, 30)).toBeNull();
  expect(exposureOf(1e12, 30)).toBeNull();
});

test('a share of the free margin is rounded down to the cent and never negative', () => {
  expect(shareOf(99.99, 25)).toBe(24.99);
  expect(shareOf(99.99, 100)).toBe(99.99);
  expect(shareOf(-5, 50)).toBe(0);
});
