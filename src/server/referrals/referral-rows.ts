import type { Queries } from '../db/database.ts';

export interface ReferralRow {
  firstName: string;
  lastName: string;
  email: string;
  createdAt: Date;
}

/** The most that are listed. */
export const maximumReferrals = 1_000;

/**
 * The accounts that were opened by the link of another, newest first, of one instant always in the same order. Of those that a
 * registration opened only whoever came in once: where the broker hides who has an account, that needs the mail to its address, and
 * anybody could else learn by a link of their own whether an address was new. Whatever lists accounts to who referred them asks the same.
 */
export async function loadReferrals(queries: Queries, accountId: number): Promise<ReferralRow[]> {
  const { rows } = await queries.query<ReferralRow>({
    name: 'referrals-of-account',
    text: `select first_name as "firstName", last_name as "lastName", email, created_at as "createdAt"
      from accounts a where referred_by_account_id = $1 and (agreed_at is null or exists (
        select 1 from audit_entries e where e.account_id = a.id and e.event = 'logged_in'))
      order by created_at desc, id desc limit $2`,
    values: [accountId, maximumReferrals],
  });
  return rows;
}
