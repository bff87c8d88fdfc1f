import type { Queries } from '../../db/database.ts';

/** Since when its owner is kept out, null where nobody does that; the row is locked until the end of the database transaction. */
export async function lockBlocked(queries: Queries, accountId: number): Promise<Date | null> {
  const { rows } = await queries.query<{ blockedAt: Date | null }>({
    name: 'operator-blocked-lock',
    text: 'select blocked_at as "blockedAt" from accounts where id = $1 for no key update',
    values: [accountId],
  });
  if (!rows[0]) throw new Error(`There is no account ${accountId}`);
  return rows[0].blockedAt;
}

export async function updateBlocked(queries: Queries, accountId: number, blockedAt: Date | null): Promise<void> {
  await queries.query({
    name: 'operator-blocked-update',
    text: 'update accounts set blocked_at = $2 where id = $1',
    values: [accountId, blockedAt],
  });
}

/** Who has blocked an account last, or opened it again, and when. */
export async function findLastBlock(
  queries: Queries,
  accountId: number,
): Promise<{ actor: string; at: Date } | undefined> {
  const { rows } = await queries.query<{ actor: string; at: Date }>({
    name: 'operator-blocked-last',
    text: `select actor, at from audit_entries
           where account_id = $1 and event in ('account_blocked', 'account_unblocked') order by at desc limit 1`,
    values: [accountId],
  });
  return rows[0];
}
