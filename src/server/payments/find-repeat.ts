import type { Result } from '../../lib/contract/problem.ts';
import type { Queries } from '../db/database.ts';
import type { RequestedTransaction } from './rules/decide-repeat.ts';
import { decideRepeat } from './rules/decide-repeat.ts';
import { transactionOfRequest } from './money-rows.ts';

export interface RequestedWish extends RequestedTransaction {
  accountId: number;
  /** The client's id of the wish; null: it can be no repeat. */
  requestId: string | null;
}

/** What a wish that was heard before has begun; null where it was not. Problem: VALIDATION with `request_id`, as `decideRepeat` says. */
export async function findRepeat(
  queries: Queries,
  { accountId, requestId, ...wish }: RequestedWish,
): Promise<Result<{ transactionId: string }> | null> {
  const first = requestId === null ? null : await transactionOfRequest(queries, { accountId, requestId });
  return first && decideRepeat(first, wish);
}
