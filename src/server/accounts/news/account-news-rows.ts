import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

const accountNews = statement(
  'account-news',
  `select distinct account_id as "accountId!" from audit_entries
   where at >= :since and actor like 'operator:%' and account_id is not null`,
);

/** The accounts on which operators have acted since an instant. */
export async function loadAccountsOfOperators(queries: Queries, since: Date): Promise<number[]> {
  return (await accountNews.rows(queries, { since })).map(({ accountId }) => accountId);
}
