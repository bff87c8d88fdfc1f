import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Queries } from '../db/database.ts';
import type { RequestedTransaction } from './money-rows.ts';
import { transactionOfRequest } from './money-rows.ts';

export interface RequestedWish extends RequestedTransaction {
  accountId: number;
  /** The client's id of the request; null: repeats cannot be recognised. */
  requestId: string | null;
}

/**
 * The transaction that an earlier request with the same `request_id` began; null if there was none. Problem: VALIDATION
 * with `request_id` if that request asked for something else, so that the two are not confused.
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
