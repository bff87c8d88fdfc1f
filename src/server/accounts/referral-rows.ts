import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

export interface ReferralRow {
  firstName: string;
  lastName: string;
  email: string;
  createdAt: Date;
}

/** How many accounts are listed at most. */
export const maximumReferrals = 1_000;

const referralsOfAccount = statement(
  'referrals-of-account',
  `select first_name as "firstName", last_name as "lastName", email, created_at as "createdAt"
   from accounts where referred_by_account_id = :accountId and entered_at is not null
   order by created_at desc, id desc limit :maximumReferrals`,
);

/**
 * The accounts that were opened by a customer's link, newest first, in a stable order for equal instants. Only accounts
 * whose owner has signed in: see `noteSignIn`. Every list of accounts for a referrer must apply this condition.
 */
export function loadReferrals(queries: Queries, accountId: number): Promise<ReferralRow[]> {
  return referralsOfAccount.rows(queries, { accountId, maximumReferrals });
}
