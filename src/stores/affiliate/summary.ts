import { atom } from 'nanostores';
import type { AccountChoice } from '../../lib/affiliates/account-choice.ts';
import { exportAffiliateAccounts, getAffiliateSummary } from '../../lib/contract/affiliate/affiliate-endpoints.ts';
import type { AffiliateSummary } from '../../lib/contract/affiliate/affiliate-entities.ts';
import type { ProblemCode, Result } from '../../lib/contract/problem.ts';
import { callAffiliate, downloadForAffiliate } from './affiliate-api.ts';

export type SummaryState =
  | { status: 'loading' }
  | { status: 'failed'; problem: ProblemCode }
  /** `isBusy`: another one is on its way; this one stays until it comes. */
  | { status: 'ready'; summary: AffiliateSummary; isBusy: boolean };

/** The totals of the referred accounts that were chosen. */
export const $affiliateSummary = atom<SummaryState>({ status: 'loading' });

let latest: object | undefined;

/** A file of 100,000 lines takes its time. */
const exportPatienceMs = 150_000;

/** Loads the totals of a choice. What was asked for before, and is answered later, is not shown any more. */
export async function showSummary({ filter, search }: Pick<AccountChoice, 'filter' | 'search'>): Promise<void> {
  const wish = (latest = { filter, search });
  const before = $affiliateSummary.get();
  $affiliateSummary.set(before.status === 'ready' ? { ...before, isBusy: true } : { status: 'loading' });
  const answer = await callAffiliate(getAffiliateSummary, wish);
  if (latest !== wish) return;
  $affiliateSummary.set(
    answer.ok
      ? { status: 'ready', summary: answer.data, isBusy: false }
      : { status: 'failed', problem: answer.problem.code },
  );
}

/** All accounts of a choice as comma-separated values. Problems: TOO_MANY_REQUESTS, UNAVAILABLE. */
export function takeAccountsFile(choice: AccountChoice): Promise<Result<{ file: Blob }>> {
  return downloadForAffiliate(exportAffiliateAccounts, choice, { patienceMs: exportPatienceMs });
}
