import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { Asset } from '../lib/contract/entities.ts';

/** The groups in the order of their tabs. */
export const marketGroups = ['all', 'favourites', 'forex', 'stocks', 'crypto', 'commodities', 'index'] as const;
export type MarketGroup = (typeof marketGroups)[number];

export const $group = atom<MarketGroup>('all');
export const $search = atom('');

/** The symbol on the screen; the address says the same. */
export const $symbol = atom('');

export const $favourites = persistentAtom<readonly string[]>('favourites', [], {
  encode: JSON.stringify,
  decode: decodeFavourites,
});

function decodeFavourites(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((symbol) => typeof symbol === 'string') : [];
  } catch {
    return [];
  }
}

export function toggleFavourite(symbol: string): void {
  const known = $favourites.get();
  $favourites.set(known.includes(symbol) ? known.filter((other) => other !== symbol) : [...known, symbol]);
}

export interface MarketChoice {
  group: MarketGroup;
  search: string;
  favourites: readonly string[];
}

/** The assets that a group and a search leave, in list order. A search looks through every group, as one expects. */
export function chooseAssets(assets: readonly Asset[], { group, search, favourites }: MarketChoice): Asset[] {
  const wanted = search.trim().toLowerCase();
  if (wanted !== '') {
    return assets.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted));
  }
  if (group === 'all') return [...assets];
  if (group === 'favourites') return assets.filter(({ symbol }) => favourites.includes(symbol));
  return assets.filter((asset) => asset.position_assets_category.name === group);
}

/** The address of a symbol's screen, in the language of the address that is shown now. */
export function symbolPath(pathname: string, symbol: string): string {
  const prefix = pathname.replace(/\/platform(\/.*)?$/, '');
  return `${prefix}/platform/${encodeURIComponent(symbol)}`;
}

/** The symbol that an address names; empty where it names none. */
export function symbolOf(pathname: string): string {
  const match = /\/platform\/([^/]+)\/?$/.exec(pathname);
  return match?.[1] === undefined ? '' : decodeURIComponent(match[1]).toUpperCase();
}

/** Shows another symbol without loading a page. */
export function goToSymbol(symbol: string): void {
  if (symbol === $symbol.get()) return;
  history.pushState(null, '', symbolPath(location.pathname, symbol));
  $symbol.set(symbol);
}

/** How high the tables under the chart are, in pixels, and within what. */
export const tablesHeightLimits = { least: 96, most: 640 } as const;
export const $tablesHeight = persistentAtom<number>('tables-height', 240, {
  encode: String,
  decode: (text) => Number(text) || 240,
});
