import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

const operatorBlockedLock = statement(
  'operator-blocked-lock',
  'select blocked_at as "blockedAt" from accounts where id = :accountId for no key update',
);

/** Since when its owner is kept out, null where nobody does that; the row is locked until the end of the database transaction. */
export async function lockBlocked(queries: Queries, accountId: number): Promise<Date | null> {
  const rows = await operatorBlockedLock.rows(queries, { accountId });
  if (!rows[0]) throw new Error(`There is no account ${accountId}`);
  return rows[0].blockedAt;
}

const operatorBlockedUpdate = statement(
  'operator-blocked-update',
  'update accounts set blocked_at = :blockedAt? where id = :accountId',
);

export async function updateBlocked(queries: Queries, accountId: number, blockedAt: Date | null): Promise<void> {
  await operatorBlockedUpdate.write(queries, { accountId, blockedAt });
}

const operatorBlockedLast = statement(
  'operator-blocked-last',
  `select actor, at from audit_entries
   where account_id = :accountId and event in ('account_blocked', 'account_unblocked') order by at desc limit 1`,
);

/** Who has blocked an account last, or opened it again, and when. */
export async function findLastBlock(
  queries: Queries,
  accountId: number,
): Promise<{ actor: string; at: Date } | undefined> {
  return (await operatorBlockedLast.first(queries, { accountId })) ?? undefined;
}
