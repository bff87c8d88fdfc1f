import { atom } from 'nanostores';
import type { Balance } from '../../lib/contract/entities.ts';
import { getBalance } from '../../lib/contract/payments/payment-endpoints.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';

export type ShownBalanceState = { status: 'loading' | 'failed' } | { status: 'ready'; balance: Balance };

/** The balance on pages without a live connection. */
export const $shownBalance = atom<ShownBalanceState>({ status: 'loading' });

/** Loads the balance. A failure leaves a balance that is shown. */
export async function loadShownBalance(): Promise<void> {
  const accessToken = $session.get()?.access_token;
  const answer = await callApi(getBalance, { body: {} });
  // An answer that arrives after another log-in belongs to somebody else.
  if (accessToken !== $session.get()?.access_token) return;
  if (answer.ok) $shownBalance.set({ status: 'ready', balance: answer.data.balance });
  else if ($shownBalance.get().status !== 'ready') $shownBalance.set({ status: 'failed' });
}
