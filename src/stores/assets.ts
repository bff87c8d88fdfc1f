import { atom } from 'nanostores';
import { getAssets } from '../lib/contract/endpoints.ts';
import type { Asset } from '../lib/contract/entities.ts';
import type { Problem, Result } from '../lib/contract/problem.ts';
import { storageKeys } from '../lib/contract/session.ts';
import { pipSize } from '../lib/trading/pip.ts';
import { callApi } from './api.ts';
import { createAnswerOrder } from './realtime/answer-order.ts';

export type AssetsState =
  | { status: 'loading' }
  | { status: 'ready'; assets: readonly Asset[]; bySymbol: ReadonlyMap<string, Asset> }
  | { status: 'failed'; problem: Problem };

export const $assets = atom<AssetsState>({ status: 'loading' });

const order = createAnswerOrder();

/** Loads all assets for a caller that shows a loading state. */
export function loadAssets(): Promise<Result> {
  if ($assets.get().status === 'failed') $assets.set({ status: 'loading' });
  return reloadAssets();
}

/**
 * Loads all assets in the order of the market list. The old list stays on screen until the answer arrives, and also if
 * the call fails. While the server or its database is away, a new page shows the last list of this browser: it is the
 * same for every customer. An answer that arrives after a newer list is dropped.
 */
export async function reloadAssets(): Promise<Result> {
  const isNewer = order.ask();
  const answer = await callApi(getAssets, { query: {} });
  if (!answer.ok) {
    if ($assets.get().status !== 'ready') showStored(answer.problem);
  } else if (isNewer()) storeAndShow(answer.data);
  return answer;
}

/** Shows a list that the server pushed after an operator's change. */
export function applyAssets(assets: readonly Asset[]): void {
  order.push();
  storeAndShow(assets);
}

/** The pip of an asset; null if it has none, or is not known yet. */
export function pipOf(symbol: string): number | null {
  const state = $assets.get();
  const asset = state.status === 'ready' ? state.bySymbol.get(symbol) : undefined;
  return asset ? pipSize({ symbol, category: asset.position_assets_category.name }) : null;
}

function showAssets(assets: readonly Asset[]): void {
  $assets.set({ status: 'ready', assets, bySymbol: new Map(assets.map((asset) => [asset.symbol, asset])) });
}

/** The version of the stored list. Raise it when the format of an asset changes. */
const storedVersion = 1;

function storeAndShow(assets: readonly Asset[]): void {
  try {
    localStorage.setItem(storageKeys.assets, JSON.stringify({ version: storedVersion, assets }));
  } catch {
    // Without room in the storage, the list is only not there for the next page.
  }
  showAssets(assets);
}

function showStored(problem: Problem): void {
  const assets = problem.code === 'UNAVAILABLE' ? readStored() : null;
  if (assets) showAssets(assets);
  else $assets.set({ status: 'failed', problem });
}

function readStored(): Asset[] | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKeys.assets) ?? '') as { version: number; assets: Asset[] };
    return stored.version === storedVersion && stored.assets.length > 0 ? stored.assets : null;
  } catch {
    return null;
  }
}
