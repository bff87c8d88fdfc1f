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
  if (answer.ok) takeAssets(answer.data);
  else $assets.set({ status: 'failed', problem: answer.problem });
  return $assets.get();
}

/** Shows a list that the server pushed, as an operator has it now. */
export function takeAssets(assets: readonly Asset[]): void {
  $assets.set({ status: 'ready', assets, bySymbol: new Map(assets.map((asset) => [asset.symbol, asset])) });
}
