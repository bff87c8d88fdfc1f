import { atom } from 'nanostores';
import { getAutoTrading } from '../../lib/contract/accounts/auto-trading-endpoints.ts';
import type { AutoTradingDetails } from '../../lib/contract/accounts/auto-trading-calls.ts';
import { callApi } from '../api.ts';

/** The rule of auto trading and its result; null while they are loading, `failed` if they could not be loaded. */
export const $autoTradingDetails = atom<AutoTradingDetails | 'failed' | null>(null);

/** Loads them. What is shown stays if loading it again fails. */
export async function loadAutoTrading(): Promise<void> {
  const result = await callApi(getAutoTrading, { body: {} });
  if (result.ok) $autoTradingDetails.set(result.data);
  else if ($autoTradingDetails.get() === null) $autoTradingDetails.set('failed');
}
