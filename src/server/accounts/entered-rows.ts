import type { Queries } from '../db/database.ts';

/**
 * Whether the owner of an account never came in. If so its row is locked until the end of the database transaction: of two that come in at once
 * for the first time the second waits here, before it has any lock, and then finds that it is not the first.
 */
export async function lockNeverEntered(queries: Queries, accountId: number): Promise<boolean> {
  const { rows } = await queries.query({
    name: 'account-lock-never-entered',
    text: 'select 1 from accounts where id = $1 and entered_at is null for no key update',
    values: [accountId],
  });
  return rows.length > 0;
}

/** Writes down, once, that the owner of an account has come in; true where it was the first time. */
export async function markEntered(
  queries: Queries,
  { accountId, enteredAt }: { accountId: number; enteredAt: Date },
): Promise<boolean> {
  const { rowCount } = await queries.query({
    name: 'account-mark-entered',
    text: 'update accounts set entered_at = $2 where id = $1 and entered_at is null',
    values: [accountId, enteredAt],
  });
  return rowCount === 1;
}
