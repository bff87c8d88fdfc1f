import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Asset } from '../../src/lib/contract/entities.ts';
import { findAssets } from '../../src/stores/market-list.ts';
import { nearestAssets } from '../../src/stores/nearest-assets.ts';

const assetOf = (symbol: string, name: string): Asset => ({
  ...{ name, symbol, code: symbol, asset_category_id: 1 },
  position_assets_category: { name: 'crypto', leverage: '1' },
  suspended: 0,
});
const assets = [
  assetOf('BTCUSD', 'Bitcoin'),
  assetOf('ETHUSD', 'Ethereum'),
  assetOf('EURUSD', 'Euro / US dollar'),
  assetOf('META', 'Meta Platforms'),
  assetOf('USDJPY', 'US dollar / Japanese yen'),
  assetOf('SPY', 'S&P 500 Trust'),
];
const symbols = (found: Asset[]) => found.map(({ symbol }) => symbol);

describe('a search', () => {
  test.each([
    ['usd', ['USDJPY', 'BTCUSD', 'ETHUSD', 'EURUSD']],
    ['eth', ['ETHUSD']],
    ['eur/usd', ['EURUSD']],
    ['  EUR usd ', ['EURUSD']],
    ['dollar', ['EURUSD', 'USDJPY']],
    ['meta', ['META']],
    ['s&p', ['SPY']],
    ['coin', ['BTCUSD']],
    ['zzz', []],
    ['/', ['EURUSD', 'USDJPY']],
  ])('for "%s" finds %j, best first', (search, found) => {
    expect(symbols(findAssets(assets, search))).toEqual(found);
  });

  test('finds an asset by its symbol and by any part of its name, and never one twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...assets), fc.nat(), fc.nat(), (asset, from, length) => {
        expect(findAssets(assets, asset.symbol)[0]).toBe(asset);
        const part = asset.name.slice(from % asset.name.length).slice(0, 1 + (length % 8));
        const found = findAssets(assets, part);
        if (part.trim() !== '') expect(found).toContain(asset);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});

describe('the symbols nearest to an unknown one', () => {
  test.each([
    ['BTCUSDT', ['BTCUSD']],
    ['BITCOIN', ['BTCUSD']],
    ['EUR', ['EURUSD']],
    ['EURSUD', ['EURUSD']],
    ['ETHUS', ['ETHUSD']],
    ['MTEA', ['META']],
    ['XYZ', []],
    ['<SCRIPT>', []],
    ['', []],
  ])('%s: %j', (symbol, nearest) => {
    expect(symbols(nearestAssets(assets, symbol))).toEqual(nearest);
  });

  test('are at most three, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (symbol) => {
        expect(nearestAssets(assets, symbol).length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
