import { atom } from 'nanostores';
import { getAssets } from '../lib/contract/endpoints.ts';
import type { Asset } from '../lib/contract/entities.ts';
import type { Problem } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';

export type AssetsState =
  | { status: 'loading' }
  | { status: 'ready'; assets: readonly Asset[]; bySymbol: ReadonlyMap<string, Asset> }
  | { status: 'failed'; problem: Problem };

export const $assets = atom<AssetsState>({ status: 'loading' });

/** Loads all assets in the order of the market list. What was loaded before stays until the answer is here. */
export async function loadAssets(): Promise<AssetsState> {
  if ($assets.get().status === 'failed') $assets.set({ status: 'loading' });
  const answer = await callApi(getAssets, { query: {} });
  const state: AssetsState = answer.ok
    ? { status: 'ready', assets: answer.data, bySymbol: new Map(answer.data.map((asset) => [asset.symbol, asset])) }
    : { status: 'failed', problem: answer.problem };
  $assets.set(state);
  return state;
}
