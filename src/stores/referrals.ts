import { atom } from 'nanostores';
import { getReferrals } from '../lib/contract/accounts/account-endpoints.ts';
import type { Referral } from '../lib/contract/accounts/account-entities.ts';
import type { ProblemCode } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';
import { $session } from './session.ts';

export type ReferralsState =
  | { status: 'loading' }
  /** Newest first. */
  | { status: 'ready'; referrals: readonly Referral[] }
  | { status: 'failed'; problem: ProblemCode };

export const $referrals = atom<ReferralsState>({ status: 'loading' });

/** Loads the logged-in customer's referrals. A failure shows until a load succeeds, and does not end the session. */
export async function loadReferrals(): Promise<void> {
  if (!$session.get()) return;
  const answer = await callApi(getReferrals, { body: {} });
  $referrals.set(
    answer.ok ? { status: 'ready', referrals: answer.data } : { status: 'failed', problem: answer.problem.code },
  );
}
