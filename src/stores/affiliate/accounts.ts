import { atom } from 'nanostores';
import type { AccountChoice } from '../../lib/affiliates/account-choice.ts';
import { getAffiliateAccounts } from '../../lib/contract/affiliate/affiliate-endpoints.ts';
import type { AffiliateAccount } from '../../lib/contract/affiliate/affiliate-entities.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { callAffiliate } from './affiliate-api.ts';

export const accountsPageSize = 50;

export type AccountsState =
  | { status: 'loading' }
  | { status: 'failed'; problem: ProblemCode }
  | {
      status: 'ready';
      rows: readonly AffiliateAccount[];
      /** From 0. */
      page: number;
      isLast: boolean;
      /** Others are on their way; these stay until they come. */
      isBusy: boolean;
      /** Why the others did not come. */
      problem: ProblemCode | null;
    };

/** One page of the referred accounts that were chosen. */
export const $affiliateAccounts = atom<AccountsState>({ status: 'loading' });

let chosen: AccountChoice | undefined;

/** Where each page begins that was seen so far, and the one after them. */
let places: (string | null)[] = [null];

/** Loads the first page of a choice. What was asked for before, and is answered later, is not shown any more. */
export function showAccounts(choice: AccountChoice): Promise<void> {
  chosen = choice;
  places = [null];
  return load(0);
}

/** Loads another page of the same choice: one that was seen, or the one after them. */
export function showAccountsPage(page: number): Promise<void> {
  return load(page);
}

async function load(page: number): Promise<void> {
  const choice = chosen;
  if (!choice) return;
  const before = $affiliateAccounts.get();
  $affiliateAccounts.set(
    before.status === 'ready' ? { ...before, isBusy: true, problem: null } : { status: 'loading' },
  );
  const { filter, search, sort, order } = choice;
  const body = { filter, search, sort, order, limit: accountsPageSize, after: places[page] ?? null };
  const answer = await callAffiliate(getAffiliateAccounts, body);
  if (chosen !== choice) return;
  if (answer.ok) {
    const { data: rows, next } = answer.data;
    if (next !== null) places[page + 1] = next;
    $affiliateAccounts.set({ status: 'ready', rows, page, isLast: next === null, isBusy: false, problem: null });
    return;
  }
  const problem = answer.problem.code;
  const now = $affiliateAccounts.get();
  $affiliateAccounts.set(
    // Rows of another choice would be taken for this one's.
    now.status === 'ready' && page > 0 ? { ...now, isBusy: false, problem } : { status: 'failed', problem },
  );
}
