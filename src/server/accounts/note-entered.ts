import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { markEntered } from './entered-rows.ts';

/** Is told, in the database transaction that lets the owner of an account in, that it is for the first time. */
export type FirstEntryListener = (queries: Queries, accountId: number) => Promise<void>;

export interface NoteEnteredParts {
  runtime: Pick<Runtime, 'now'>;
  onFirstEntry: FirstEntryListener;
}

/**
 * Notes that the owner of an account came in. From then on, whoever referred the account may know of it: where the
 * broker hides who has an account, a registration is answered alike for everybody, and whoever made the referral link
 * would else learn which addresses were new. Safe to repeat: the listener is told once.
 *
 * Belongs in the database transaction that lets the owner in, after everything that may refuse them. Where others may
 * come in at once, call `lockNeverEntered` before any weaker lock on the account: each would else wait for the other.
 */
export async function noteEntered(
  queries: Queries,
  { runtime, onFirstEntry }: NoteEnteredParts,
  accountId: number,
): Promise<void> {
  const isFirst = await markEntered(queries, { accountId, enteredAt: new Date(runtime.now()) });
  if (isFirst) await onFirstEntry(queries, accountId);
}
