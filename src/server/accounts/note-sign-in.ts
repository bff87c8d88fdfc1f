import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { markSignedIn } from './first-sign-in-rows.ts';

/** Called when the owner of an account signs in for the first time, in the database transaction of that sign-in. */
export type FirstSignInListener = (queries: Queries, accountId: number) => Promise<void>;

export interface NoteSignInParts {
  runtime: Pick<Runtime, 'now'>;
  onFirstSignIn: FirstSignInListener;
}

/**
 * Records that the owner of an account has signed in. The referrer sees the account only from then on. Otherwise, if
 * the broker hides who has an account, the author of a referral link could find out which email addresses were new.
 * Safe to repeat: the listener is called once.
 *
 * Call it in the database transaction of the sign-in, after every check that may refuse the sign-in. If parallel
 * sign-ins are possible, call `lockForSignIn` before taking any weaker lock on the account; otherwise two could
 * deadlock.
 */
export async function noteSignIn(
  queries: Queries,
  { runtime, onFirstSignIn }: NoteSignInParts,
  accountId: number,
): Promise<void> {
  const isFirst = await markSignedIn(queries, { accountId, enteredAt: new Date(runtime.now()) });
  if (isFirst) await onFirstSignIn(queries, accountId);
}
