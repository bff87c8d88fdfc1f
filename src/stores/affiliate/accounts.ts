import { atom } from 'nanostores';
import type { AccountChoice } from '../../lib/affiliates/account-choice.ts';
import {
  exportAffiliateAccounts,
  getAffiliateAccounts,
  getAffiliateSummary,
} from '../../lib/contract/affiliate/affiliate-endpoints.ts';
import type { AffiliateAccount, AffiliateSummary } from '../../lib/contract/affiliate/affiliate-entities.ts';
import type { ProblemCode, Result } from '../../lib/contract/problem.ts';
import { callAffiliate, downloadForAffiliate } from './affiliate-session.ts';

export const accountsPageSize = 50;

export type AccountsState =
  | { status: 'loading' }
  | { status: 'failed'; problem: ProblemCode }
  | {
      status: 'ready';
      rows: readonly AffiliateAccount[];
      /** Counted from 0. */
      page: number;
      isLast: boolean;
      /** Another page is loading; these rows stay until it arrives. */
      isBusy: boolean;
      /** Why the other page failed to load. */
      problem: ProblemCode | null;
    };

/** One page of the chosen referred accounts. */
export const $affiliateAccounts = atom<AccountsState>({ status: 'loading' });

let chosen: AccountChoice | undefined;

/** The cursors of the pages seen so far and of the next one. */
let cursors: (string | null)[] = [null];

/** Loads the first page of a choice. Answers to earlier requests that arrive later are dropped. */
export function showAccounts(choice: AccountChoice): Promise<void> {
  chosen = choice;
  cursors = [null];
  return load(0);
}

/** Loads another page of the same choice: one seen before, or the next one. */
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
  const body = { filter, search, sort, order, limit: accountsPageSize, after: cursors[page] ?? null };
  const answer = await callAffiliate(getAffiliateAccounts, body);
  if (chosen !== choice) return;
  if (answer.ok) {
    const { data: rows, next } = answer.data;
    if (next !== null) cursors[page + 1] = next;
    $affiliateAccounts.set({ status: 'ready', rows, page, isLast: next === null, isBusy: false, problem: null });
    return;
  }
  const problem = answer.problem.code;
  const now = $affiliateAccounts.get();
  $affiliateAccounts.set(
    // On the first page, the old rows belong to the previous choice and would be mistaken for rows of this one.
    now.status === 'ready' && page > 0 ? { ...now, isBusy: false, problem } : { status: 'failed', problem },
  );
}

export type SummaryState =
  | { status: 'loading' }
  | { status: 'failed'; problem: ProblemCode }
  /** `isBusy`: newer totals are loading; these stay until they arrive. */
  | { status: 'ready'; summary: AffiliateSummary; isBusy: boolean };

/** The totals of the chosen referred accounts. */
export const $affiliateSummary = atom<SummaryState>({ status: 'loading' });

let latest: object | undefined;

/** A file of 100,000 rows takes a while. */
const exportPatienceMs = 150_000;

/** Loads the totals of a choice. Answers to earlier requests that arrive later are dropped. */
export async function showSummary({ filter, search }: Pick<AccountChoice, 'filter' | 'search'>): Promise<void> {
  const request = (latest = { filter, search });
  const before = $affiliateSummary.get();
  $affiliateSummary.set(before.status === 'ready' ? { ...before, isBusy: true } : { status: 'loading' });
  const answer = await callAffiliate(getAffiliateSummary, request);
  if (latest !== request) return;
  $affiliateSummary.set(
    answer.ok
      ? { status: 'ready', summary: answer.data, isBusy: false }
      : { status: 'failed', problem: answer.problem.code },
  );
}

/** Downloads all accounts of a choice as comma-separated values. Problems: TOO_MANY_REQUESTS, UNAVAILABLE. */
export function exportAccountsFile(choice: AccountChoice): Promise<Result<{ file: Blob }>> {
  return downloadForAffiliate(exportAffiliateAccounts, choice, { patienceMs: exportPatienceMs });
}
