import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

const accountLockSignIn = statement(
  'account-lock-sign-in',
  `select entered_at is null as "isFirst!" from accounts
   where id = :accountId and (entered_at is null or language is distinct from coalesce(:language?::text, language))
   for no key update`,
);

/**
 * Whether the owner of an account has never signed in. If so, or if this sign-in changes the language, the account's
 * row is locked until the database transaction ends. The second of two parallel ones waits here, before it holds any
 * lock: two that held the row's shared lock could not both write. `language`: null leaves it as it is.
 */
export async function lockForSignIn(
  queries: Queries,
  { accountId, language }: { accountId: number; language: string | null },
): Promise<boolean> {
  return (await accountLockSignIn.first(queries, { accountId, language }))?.isFirst ?? false;
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
