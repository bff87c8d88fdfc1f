import { atom } from 'nanostores';
import { getBalance } from '../../lib/contract/payments/payment-endpoints.ts';
import { callApi } from '../api.ts';

/** The balance after a deposit, in major units; null until it is known. */
export const $newBalance = atom<number | null>(null);

/** Loads it. Where that fails nothing is said: the deposit is credited all the same. */
export async function loadNewBalance(): Promise<void> {
  const answer = await callApi(getBalance, { body: {} });
  if (answer.ok) $newBalance.set(answer.data.balance.balance);
}
