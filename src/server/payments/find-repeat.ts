import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Queries } from '../db/database.ts';
import type { RequestedTransaction } from './money-rows.ts';
import { transactionOfRequest } from './money-rows.ts';

export interface RequestedWish extends RequestedTransaction {
  accountId: number;
  /** The client's id of the wish; null: it can be no repeat. */
  requestId: string | null;
}

/**
 * The transaction that the same `request_id` began before; null where it began none. Problem: VALIDATION with
 * `request_id` where it asked for something else then, so that nobody takes one for the other.
 */
export async function findRepeat(
  queries: Queries,
  { accountId, requestId, ...wish }: RequestedWish,
): Promise<Result<{ transactionId: string }> | null> {
  const first = requestId === null ? null : await transactionOfRequest(queries, { accountId, requestId });
  return first && decideRepeat(first, wish);
}

function decideRepeat(
  first: RequestedTransaction & { id: string },
  wish: RequestedTransaction,
): Result<{ transactionId: string }> {
  const isSame = first.typeId === wish.typeId && first.amountMinor === wish.amountMinor;
  if (isSame && first.provider === wish.provider) return { ok: true, transactionId: first.id };
  return refuse('VALIDATION', { fields: { request_id: 'Another transaction was begun with this id' } });
}
