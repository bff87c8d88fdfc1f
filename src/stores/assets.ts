import { atom } from 'nanostores';
import { getAssets } from '../lib/contract/endpoints.ts';
import type { Asset } from '../lib/contract/entities.ts';
import type { Problem, Result } from '../lib/contract/problem.ts';
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
 * the call fails. An answer that arrives after a newer list is dropped.
 */
export async function reloadAssets(): Promise<Result> {
  const isNewer = order.ask();
  const answer = await callApi(getAssets, { query: {} });
  if (!answer.ok) {
    if ($assets.get().status !== 'ready') $assets.set({ status: 'failed', problem: answer.problem });
  } else if (isNewer()) showAssets(answer.data);
  return answer;
}

/** Shows a list that the server pushed after an operator's change. */
export function applyAssets(assets: readonly Asset[]): void {
  order.push();
  showAssets(assets);
}

function showAssets(assets: readonly Asset[]): void {
  $assets.set({ status: 'ready', assets, bySymbol: new Map(assets.map((asset) => [asset.symbol, asset])) });
}
