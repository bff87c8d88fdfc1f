import { persistentAtom, persistentBoolean, persistentJSON } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import type { Asset } from '../lib/contract/entities.ts';
import { $customerId } from './customer-id.ts';

/** The groups, in the order of their tabs. */
export const marketGroups = ['all', 'favourites', 'forex', 'stocks', 'crypto', 'commodities', 'index'] as const;
export type MarketGroup = (typeof marketGroups)[number];

export const $group = atom<MarketGroup>('all');
export const $search = atom('');

/** The symbol on the screen, the same as in the address. */
export const $symbol = atom('');

/** Stored by customer: people who share a browser have their own favourites. */
const $favouritesById = persistentJSON<Record<string, readonly string[]> | null>('favourites-by-customer', null);
const none: readonly string[] = [];

/** The favourites of the current customer. */
export const $favourites = computed([$favouritesById, $customerId], (all, id) => all?.[id] ?? none);

/** Whether the screen's keys are on. WCAG 2.1.4 requires that single-character shortcuts can be turned off. */
export const $shortcuts = persistentBoolean('search-key', true);

export function toggleFavourite(symbol: string): void {
  const known = $favourites.get();
  $favouritesById.set({
    ...$favouritesById.get(),
    [$customerId.get()]: known.includes(symbol) ? known.filter((other) => other !== symbol) : [...known, symbol],
  });
}

export interface MarketChoice {
  group: MarketGroup;
  search: string;
  favourites: readonly string[];
}

/** The current group, search and favourites. */
export const $choice = computed([$group, $search, $favourites], (group, search, favourites): MarketChoice => {
  return { group, search, favourites };
});

/** The assets of a group, in list order. With a search text: the matches in every group, best first. */
export function chooseAssets(assets: readonly Asset[], { group, search, favourites }: MarketChoice): Asset[] {
  if (search.trim() !== '') return findAssets(assets, search);
  if (group === 'all') return [...assets];
  if (group === 'favourites') return assets.filter(({ symbol }) => favourites.includes(symbol));
  return assets.filter((asset) => asset.position_assets_category.name === group);
}

/** The path of a symbol's screen, in the language of the current path. */
export function symbolPath(pathname: string, symbol: string): string {
  const prefix = pathname.replace(/\/platform(\/.*)?$/, '');
  return `${prefix}/platform/${encodeURIComponent(symbol)}`;
}

/** Longer than any symbol. Other text in the address is cut to this length before it is shown. */
const longestSymbol = 32;

/** The symbol in an address; empty if there is none. */
export function symbolOf(pathname: string): string {
  const [, named = ''] = /\/platform\/([^/]+)\/?$/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(named).toUpperCase().slice(0, longestSymbol);
  } catch {
    return named.slice(0, longestSymbol);
  }
}

/** Shows another symbol without a page load. */
export function goToSymbol(symbol: string): void {
  if (symbol === $symbol.get()) return;
  history.pushState(null, '', symbolPath(location.pathname, symbol));
  $symbol.set(symbol);
}

/** Limits of the height of the tables below the chart, in pixels. */
export const tablesHeightLimits = { least: 96, most: 640 } as const;
export const $tablesHeight = persistentAtom<number>('tables-height', 240, {
  encode: String,
  decode: (text) => Number(text) || 240,
});

/**
 * The assets that match a search, best first: the exact symbol, symbols that start with it, names with a word that
 * starts with it, then anything that contains it. Ignores case, spaces and punctuation: "eur/usd" finds EURUSD.
 */
export function findAssets(assets: readonly Asset[], search: string): Asset[] {
  const [wanted, plain] = [search.trim().toLowerCase(), plainOf(search)];
  const ranked = Map.groupBy(assets, (asset) => rankOf(asset, wanted, plain));
  return [0, 1, 2, 3].flatMap((rank) => ranked.get(rank) ?? []);
}

function rankOf({ symbol, name }: Asset, wanted: string, plain: string): number {
  const [plainSymbol, lowerName] = [plainOf(symbol), name.toLowerCase()];
  if (plain !== '' && plainSymbol === plain) return 0;
  if (plain !== '' && plainSymbol.startsWith(plain)) return 1;
  if (` ${lowerName}`.includes(` ${wanted}`)) return 2;
  return lowerName.includes(wanted) || (plain !== '' && plainSymbol.includes(plain)) ? 3 : 4;
}

/** Lower-case letters and digits only. */
export function plainOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
