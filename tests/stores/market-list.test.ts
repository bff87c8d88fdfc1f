import { expect, test } from 'vitest';
import type { Asset, User } from '../../src/lib/contract/entities.ts';
import type { MarketChoice } from '../../src/stores/market-list.ts';
import { $favourites, chooseAssets, symbolOf, symbolPath, toggleFavourite } from '../../src/stores/market-list.ts';
import { $session } from '../../src/stores/session.ts';

const assetOf = (symbol: string, name: string, group: string): Asset => ({
  name,
  symbol,
  code: symbol,
  asset_category_id: 1,
  position_assets_category: { name: group, leverage: '1' },
  suspended: 0,
});
const assets = [
  assetOf('BTCUSD', 'Bitcoin', 'crypto'),
  assetOf('EURUSD', 'Euro / US dollar', 'forex'),
  assetOf('AAPL', 'Apple', 'stocks'),
];
const choose = (choice: Partial<MarketChoice>) =>
  chooseAssets(assets, { group: 'all', search: '', favourites: [], ...choice }).map(({ symbol }) => symbol);

test('a group has its assets, in the order of the list', () => {
  expect(choose({})).toEqual(['BTCUSD', 'EURUSD', 'AAPL']);
  expect(choose({ group: 'forex' })).toEqual(['EURUSD']);
  expect(choose({ group: 'index' })).toEqual([]);
  expect(choose({ group: 'favourites', favourites: ['AAPL'] })).toEqual(['AAPL']);
});

test('a search finds symbols and names in every group, in any case', () => {
  expect(choose({ search: 'usd' })).toEqual(['BTCUSD', 'EURUSD']);
  expect(choose({ search: '  aPPle ', group: 'forex' })).toEqual(['AAPL']);
  expect(choose({ search: 'zzz' })).toEqual([]);
});

function logIn(uniqid: string): void {
  $session.set({ access_token: '', user: { uniqid } as User });
}

test('a star puts an asset among the favourites and takes it out again', () => {
  logIn('alex');
  toggleFavourite('BTCUSD');
  toggleFavourite('AAPL');
  expect($favourites.get()).toEqual(['BTCUSD', 'AAPL']);
  toggleFavourite('BTCUSD');
  expect($favourites.get()).toEqual(['AAPL']);
});

test('each customer of a browser has their own favourites', () => {
  logIn('alex');
  toggleFavourite('ETHUSD');
  logIn('nora');
  expect($favourites.get()).toEqual([]);
  toggleFavourite('EURUSD');
  logIn('alex');
  expect($favourites.get()).toContain('ETHUSD');
  expect($favourites.get()).not.toContain('EURUSD');
});

test('an address keeps its language when the symbol changes', () => {
  expect(symbolPath('/platform/BTCUSD', 'EURUSD')).toBe('/platform/EURUSD');
  expect(symbolPath('/de/platform/BTCUSD', 'EURUSD')).toBe('/de/platform/EURUSD');
  expect(symbolPath('/platform', 'BRK.B')).toBe('/platform/BRK.B');
});

test('an address names its symbol, in upper case', () => {
  expect(symbolOf('/platform/btcusd')).toBe('BTCUSD');
  expect(symbolOf('/de/platform/EURUSD/')).toBe('EURUSD');
  expect(symbolOf('/platform')).toBe('');
});
