import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';

/** What a request began, or wishes to begin. */
export interface RequestedTransaction {
  /** The transaction type. */
  typeId: number;
  /** Minor units; below zero where money goes out. */
  amountMinor: number;
  /** Whom a deposit is paid by; null for a withdrawal. */
  provider: string | null;
}

/**
 * Decides what the second wish of one `request_id` comes to: a repeat finds the transaction of the first. Problem: VALIDATION with
 * `request_id` where it wishes something else, so that nobody takes one for the other.
 */
export function decideRepeat(
  first: RequestedTransaction & { id: string },
  wish: RequestedTransaction,
): Result<{ transactionId: string }> {
  const isSame = first.typeId === wish.typeId && first.amountMinor === wish.amountMinor;
  if (isSame && first.provider === wish.provider) return { ok: true, transactionId: first.id };
  return refuse('VALIDATION', { fields: { request_id: 'Another transaction was begun with this id' } });
}
