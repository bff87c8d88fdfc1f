import type { Queries } from '../../db/database.ts';

/** The accounts that operators did something about since an instant. */
export async function loadAccountsOfOperators(queries: Queries, since: Date): Promise<number[]> {
  const { rows } = await queries.query<{ accountId: number }>({
    name: 'account-news',
    text: `select distinct account_id as "accountId" from audit_entries
           where at >= $1 and actor like 'operator:%' and account_id is not null`,
    values: [since],
  });
  return rows.map(({ accountId }) => accountId);
}
