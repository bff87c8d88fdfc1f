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
 * The accounts that were opened by the link of another, newest first, of one instant always in the same order; only whose owner came in
 * once: see `noteEntered`. Whatever lists accounts to who referred them asks the same.
 */
export async function loadReferrals(queries: Queries, accountId: number): Promise<ReferralRow[]> {
  const { rows } = await queries.query<ReferralRow>({
    name: 'referrals-of-account',
    text: `select first_name as "firstName", last_name as "lastName", email, created_at as "createdAt"
      from accounts where referred_by_account_id = $1 and entered_at is not null
      order by created_at desc, id desc limit $2`,
    values: [accountId, maximumReferrals],
  });
  return rows;
}
