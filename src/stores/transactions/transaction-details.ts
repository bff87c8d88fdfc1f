import { map } from 'nanostores';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { cancelTransaction, getTransaction } from '../../lib/contract/payments/payment-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { $session } from '../session.ts';
import { loadTransactions } from './transactions.ts';

export type DetailsState = { status: 'loading' | 'failed' } | { status: 'ready'; details: TransactionDetails };

/** What is known of the transactions that somebody looked at closely, by their ids. */
export const $transactionDetails = map<Record<string, DetailsState | undefined>>({});

/** By its id how many parts of the page show a transaction now. */
const shown = new Map<string, number>();

/** Loads a transaction and keeps it as it is for as long as it is shown. Returns how to stop. */
export function showTransaction(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1);
  if ($transactionDetails.get()[id]?.status !== 'ready') $transactionDetails.setKey(id, { status: 'loading' });
  void loadOne(id);
  return () => {
    const rest = (shown.get(id) ?? 1) - 1;
    if (rest === 0) shown.delete(id);
    else shown.set(id, rest);
  };
}

/** Loads what is shown again, one after the other; answers whether all of it was loaded. */
export const loadShownTransactions = oneAtATime(async () => {
  let isLoaded = true;
  for (const id of [...shown.keys()]) isLoaded = (await loadOne(id)) && isLoaded;
  return isLoaded;
});

/** How often each was asked for. An answer to an older question may come after a newer one's: it is not taken. */
const asked = new Map<string, number>();

/** Makes all earlier questions about a transaction old; answers how to find out whether this one has become so too. */
function askAbout(id: string): () => boolean {
  const mine = (asked.get(id) ?? 0) + 1;
  asked.set(id, mine);
  return () => asked.get(id) === mine;
}

/** Answers whether there is nothing more to be loaded of it. What is shown already stays where it cannot be loaded again. */
export async function loadOne(id: string): Promise<boolean> {
  const isNewest = askAbout(id);
  const accessToken = $session.get()?.access_token;
  const answer = await callApi(getTransaction, { body: { transaction_id: id } });
  if (accessToken !== $session.get()?.access_token) return false;
  const isKnown = answer.ok || answer.problem.code === 'NOT_FOUND';
  if (!isNewest()) return isKnown;
  if (answer.ok) $transactionDetails.setKey(id, { status: 'ready', details: answer.data });
  else if ($transactionDetails.get()[id]?.status !== 'ready') $transactionDetails.setKey(id, { status: 'failed' });
  return isKnown;
}

/** Calls a transaction off; where that was refused, or nobody answered, what it has come to is loaded. */
export async function callOff(id: string): Promise<Result> {
  const answer = await callApi(cancelTransaction, { body: { transaction_id: id } });
  // What was asked for while it was under way may be from before.
  askAbout(id);
  if (answer.ok) $transactionDetails.setKey(id, { status: 'ready', details: answer.data });
  else void loadOne(id);
  void loadTransactions();
  return answer.ok ? { ok: true } : answer;
}
