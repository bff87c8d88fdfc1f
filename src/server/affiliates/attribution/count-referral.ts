import type { FirstSignInListener } from '../../accounts/note-sign-in.ts';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import { tellOfAccount } from '../postbacks/tell-affiliate.ts';
import { judgeReferral, mailboxOf } from '../rules/judge-referral.ts';
import { hasEarlierAccount, loadNewcomer, lockPerson, updateReferralFault } from './attribution-rows.ts';

export interface CountReferralParts {
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /**
   * Whether the broker hides who has an account. If so, a phone number is compared only with accounts of the same
   * referrer: otherwise an affiliate could register with another person's number to find out whether that person has an
   * account.
   */
  hidesAccounts?: boolean;
}

/** Creates the listener that counts a referral when the owner of an account signs in for the first time. */
export const createReferralCount =
  (parts: CountReferralParts): FirstSignInListener =>
  (queries, accountId) =>
    countReferral(queries, parts, accountId);

/**
 * Decides whether an account counts for its referrer. If so, queues the postback of its registration, and that of its
 * first deposit if one was already credited. Does nothing for an account without a referrer. Not idempotent: call it
 * once for each account.
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
