import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import { tellOfAccount } from '../postbacks/tell-affiliate.ts';
import { judgeReferral, mailboxOf } from '../rules/judge-referral.ts';
import { hasEarlierAccount, loadNewcomer, lockPerson, updateReferralFault } from './attribution-rows.ts';

export interface CountReferralParts {
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /**
   * Whether strangers are told who has an account. Where they are not, an affiliate must not learn it either by registering with the
   * number of another: numbers are held against those of accounts only that it sent itself.
   */
  hidesAccounts?: boolean;
}

/**
 * Judges the referral of an account whose owner has come in for the first time, and tells the affiliate's server of it where it
 * counts; of a deposit too that was credited before. In the database transaction that lets the owner in. An account that nobody sent is
 * left as it is. Not idempotent: once for each account.
 */
export async function countReferral(
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
