import { persistentAtom, persistentBoolean, persistentJSON } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import type { Asset } from '../lib/contract/entities.ts';
import { findAssets } from './market/find-assets.ts';
import { $session } from './session.ts';

/** The groups in the order of their tabs. */
export const marketGroups = ['all', 'favourites', 'forex', 'stocks', 'crypto', 'commodities', 'index'] as const;
export type MarketGroup = (typeof marketGroups)[number];

export const $group = atom<MarketGroup>('all');
export const $search = atom('');

/** The symbol on the screen; the address says the same. */
export const $symbol = atom('');

/** By the customers of this browser: what one of them likes is not the next one's. */
const $favouritesById = persistentJSON<Record<string, readonly string[]> | null>('favourites-by-customer', null);
const none: readonly string[] = [];

const $customerId = computed($session, (session) => session?.user.uniqid ?? '');

/** The favourites of the customer who is logged in. */
export const $favourites = computed([$favouritesById, $customerId], (all, id) => all?.[id] ?? none);

/** Whether `/` leads to the search. A key without a modifier must be one that can be turned off: WCAG 2.1.4. */
export const $searchKey = persistentBoolean('search-key', true);

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

/** What the list is to show now. */
export const $choice = computed([$group, $search, $favourites], (group, search, favourites): MarketChoice => {
  return { group, search, favourites };
});

/** The assets of a group, in list order; or those that a search finds, best first, in every group, as one expects. */
export function chooseAssets(assets: readonly Asset[], { group, search, favourites }: MarketChoice): Asset[] {
  if (search.trim() !== '') return findAssets(assets, search);
  if (group === 'all') return [...assets];
  if (group === 'favourites') return assets.filter(({ symbol }) => favourites.includes(symbol));
  return assets.filter((asset) => asset.position_assets_category.name === group);
}

/** The address of a symbol's screen, in the language of the address that is shown now. */
export function symbolPath(pathname: string, symbol: string): string {
  const prefix = pathname.replace(/\/platform(\/.*)?$/, '');
  return `${prefix}/platform/${encodeURIComponent(symbol)}`;
}

/** Longer than any symbol: of what is not one, this much is shown. */
const longestSymbol = 32;

/** The symbol that an address names; empty where it names none. */
export function symbolOf(pathname: string): string {
  const [, named = ''] = /\/platform\/([^/]+)\/?$/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(named).toUpperCase().slice(0, longestSymbol);
  } catch {
    return named.slice(0, longestSymbol);
  }
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
