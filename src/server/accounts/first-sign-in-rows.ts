import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

const accountLockNeverEntered = statement(
  'account-lock-never-entered',
  'select 1 from accounts where id = :accountId and entered_at is null for no key update',
);

/**
 * Whether the owner of an account has never signed in. If so, the account's row is locked until the database
 * transaction ends. Of two parallel first sign-ins, the second waits here, before it holds any lock, and then sees that
 * it is not the first.
 */
export async function lockNeverSignedIn(queries: Queries, accountId: number): Promise<boolean> {
  return (await accountLockNeverEntered.first(queries, { accountId })) !== null;
}

const accountMarkEntered = statement(
  'account-mark-entered',
  'update accounts set entered_at = :enteredAt where id = :accountId and entered_at is null',
);

/**
 * Records that the owner of an account has signed in, unless that was recorded before; true if this was the first time.
 */
export async function markSignedIn(
  queries: Queries,
  { accountId, enteredAt }: { accountId: number; enteredAt: Date },
): Promise<boolean> {
  return (await accountMarkEntered.write(queries, { accountId, enteredAt })) === 1;
}
