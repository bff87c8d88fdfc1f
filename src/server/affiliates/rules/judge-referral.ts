import type { ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';

/** What identifies a person: an email, and a number in E.164 if known. */
export interface KnownPerson {
  email: string;
  phone: string | null;
}

export interface ReferralFacts {
  newcomer: KnownPerson;
  /** The referrer: an affiliate, or a customer. */
  referrer: KnownPerson;
  /** Whether an account with the same mailbox or number signed in before. */
  hasEarlier: boolean;
}

/**
 * Why a referral does not count; null: it counts. `self`: the newcomer is the referrer. `duplicate`: the newcomer had
 * an account before. If both apply, it is `self`, which needs no lookup of other accounts.
 */
export function judgeReferral({ newcomer, referrer, hasEarlier }: ReferralFacts): ReferralFault | null {
  const isSelf =
    mailboxOf(newcomer.email) === mailboxOf(referrer.email) ||
    (newcomer.phone !== null && newcomer.phone === referrer.phone);
  if (isSelf) return 'self';
  return hasEarlier ? 'duplicate' : null;
}

/**
 * Normalises an email to its mailbox: lower case, without what follows a plus. Must match the index `accounts_mailbox`.
 */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@');
}
