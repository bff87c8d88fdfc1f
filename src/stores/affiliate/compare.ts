import { compareAffiliateAccounts } from '../../lib/contract/affiliate/affiliate-endpoints.ts';
import type { ComparisonDifference } from '../../lib/contract/affiliate/affiliate-calls.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callAffiliate } from './affiliate-session.ts';

export interface Comparison {
  lines: number;
  matched: number;
  /** The number of rows that differ; the list has only the first ones. */
  different: number;
  /** The number of accounts that no row names; the list has only the first ones. */
  missing: number;
  /** Columns of the file that were not compared. */
  unread_columns: readonly string[];
  /** The days (UTC) that were searched for accounts that no row names; null: all days. */
  days: { from: string; until: string } | null;
  differences: readonly ComparisonDifference[];
}

const patienceMs = 60_000;

/**
 * Compares an affiliate's own file with the referred accounts. Problems: VALIDATION with `csv`, TOO_MANY_REQUESTS,
 * UNAVAILABLE.
 */
export async function compareAccounts(csv: string): Promise<Result<{ comparison: Comparison }>> {
  const answer = await callAffiliate(compareAffiliateAccounts, { csv }, { patienceMs });
  return answer.ok ? { ok: true, comparison: answer.data } : answer;
}
