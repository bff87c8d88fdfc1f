import type { FirstEntryListener } from '../../accounts/note-entered.ts';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import { tellOfAccount } from '../postbacks/tell-affiliate.ts';
import { judgeReferral, mailboxOf } from '../rules/judge-referral.ts';
import { hasEarlierAccount, loadNewcomer, lockPerson, updateReferralFault } from './attribution-rows.ts';

export interface CountReferralParts {
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /**
   * Whether strangers are told who has an account. Where they are not, an affiliate must not learn it either by
   * registering with the number of another: numbers are held against those of accounts only that it sent itself.
   */
  hidesAccounts?: boolean;
}

/** Counts referrals: to be told of each account whose owner comes in for the first time. */
export const createReferralCount =
  (parts: CountReferralParts): FirstEntryListener =>
  (queries, accountId) =>
    countReferral(queries, parts, accountId);

/**
 * Judges the referral of the account. Where it counts, the affiliate's server is told of it, and of a deposit that was
 * credited before. An account that nobody referred is left as it is. Not idempotent: once for each account.
 */
async function countReferral(
  queries: Queries,
  { runtime, hidesAccounts = false }: CountReferralParts,
  accountId: number,
): Promise<void> {
  const newcomer = await loadNewcomer(queries, accountId);
  if (!newcomer) return;
  const { email, phone, referrerEmail, referrerPhone, affiliateId } = newcomer;
  const mailbox = mailboxOf(email);
  await lockPerson(queries, phone === null ? [mailbox] : [mailbox, phone]);
  const hasEarlier = await hasEarlierAccount(queries, { accountId, mailbox, phone, isAnyPhone: !hidesAccounts });
  const referrer = { email: referrerEmail, phone: referrerPhone };
  const fault = judgeReferral({ newcomer: { email, phone }, referrer, hasEarlier });
  if (fault) return updateReferralFault(queries, accountId, fault);
  if (affiliateId === null) return;
  await tellOfAccount(queries, runtime, 'registration', { ...newcomer, affiliateId });
  if (newcomer.firstDepositAt) await tellOfAccount(queries, runtime, 'first_deposit', { ...newcomer, affiliateId });
}
