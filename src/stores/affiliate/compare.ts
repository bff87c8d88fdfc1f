import { compareAffiliateAccounts } from '../../lib/contract/affiliate/affiliate-endpoints.ts';
import type { ComparisonDifference } from '../../lib/contract/affiliate/affiliate-calls.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callAffiliate } from './affiliate-session.ts';

export interface Comparison {
  lines: number;
  matched: number;
  /** Of the lines; the first of them are listed. */
  different: number;
  /** Accounts that no line names; the first of them are listed. */
  missing: number;
  /** Columns of the file that nothing was compared of. */
  unread_columns: readonly string[];
  /** In which accounts that no line names were looked for, in UTC; null: all. */
  days: { from: string; until: string } | null;
  differences: readonly ComparisonDifference[];
}

const patienceMs = 60_000;

/**
 * Holds an affiliate's own file against the referred accounts. Problems: VALIDATION with `csv`, TOO_MANY_REQUESTS,
 * UNAVAILABLE.
 */
export async function compareAccounts(csv: string): Promise<Result<{ comparison: Comparison }>> {
  const answer = await callAffiliate(compareAffiliateAccounts, { csv }, { patienceMs });
  return answer.ok ? { ok: true, comparison: answer.data } : answer;
}
