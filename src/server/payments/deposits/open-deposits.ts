import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Queries } from '../../db/database.ts';
import { payWithinMs, reachWithinMs } from '../rules/decide-ask.ts';
import { listOpenDeposits } from './open-deposit-rows.ts';

/**
 * Each is asked about for a day in the broker's name, or looked at by an operator: more of one account would keep others
 * waiting.
 */
export const mostOpenDeposits = 20;

/**
 * Whether an account may begin one more deposit with a provider. One that its customer called off counts as long as its
 * provider is asked about it. The limit holds for several at once only where the caller has locked the account and writes
 * in the same database transaction. Problem: TOO_MANY_REQUESTS, with the seconds until enough of them have come to their
 * end by themselves, where they do.
 */
export async function checkOpenDeposits(
  queries: Queries,
  { accountId, nowMs }: { accountId: number; nowMs: number },
): Promise<Result> {
  const open = await listOpenDeposits(queries, { accountId, since: new Date(nowMs - reachWithinMs) });
  const tooMany = open.length - mostOpenDeposits;
  if (tooMany < 0) return { ok: true };
  const first = open.filter(({ isAsked }) => isAsked)[tooMany];
  // Nobody can say when somebody decides on the others.
  if (!first) return refuse('TOO_MANY_REQUESTS');
  const leftMs = first.begunAt.getTime() + payWithinMs - nowMs;
  return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(60, Math.ceil(leftMs / 1_000)) });
}
