import type { ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';

/** By what a person is told from another: an email, and a number in E.164 where one is known. */
export interface KnownPerson {
  email: string;
  phone: string | null;
}

export interface ReferralFacts {
  newcomer: KnownPerson;
  /** Who sent the newcomer: an affiliate, or a customer. */
  referrer: KnownPerson;
  /** Whether somebody came in before with the same mailbox or the same number. */
  hasEarlier: boolean;
}

/**
 * Why a referral counts for nobody; null: it counts. `self`: the newcomer is who sent them. `duplicate`: the newcomer
 * had an account before. Who is both is the former: of an account of one's own nobody else need be looked at.
 */
export function judgeReferral({ newcomer, referrer, hasEarlier }: ReferralFacts): ReferralFault | null {
  const isSelf =
    mailboxOf(newcomer.email) === mailboxOf(referrer.email) ||
    (newcomer.phone !== null && newcomer.phone === referrer.phone);
  if (isSelf) return 'self';
  return hasEarlier ? 'duplicate' : null;
}

/**
 * Where mail to an address arrives: in any case, whatever stands behind a plus. The same as the index
 * `accounts_mailbox`.
 */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@');
}
