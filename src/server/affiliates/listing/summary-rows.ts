import type { Queries } from '../../db/database.ts';
import type { Condition } from './chosen-accounts.ts';

/** Counts of the chosen accounts: overall, by country, by day of registration or by day of first deposit. */
export interface SummaryRow {
  of: 'all' | 'country' | 'registered' | 'deposited';
  /** ISO 3166-1 numeric. */
  countryId: number | null;
  /** An ISO 8601 date in UTC. */
  day: string | null;
  accounts: number;
  firstDeposits: number;
  notCounted: number;
}

/**
 * Settings for the database transaction of `loadSummary`. The planner underestimates how many accounts a search finds
 * and would sort them; for a hundred thousand accounts that takes three times as long as hashing. Starting parallel
 * workers costs more than it saves. The best index depends on the period, so a generic plan does not fit.
 */
export const summarySettings = {
  enable_sort: 'off',
  work_mem: '32MB',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_custom_plan',
} as const;

/**
 * Counts the chosen accounts. Groups by country and day first, which gives few rows, and sums those up. Not a
 * `statement`, because the condition has 15 forms with different parameters.
 */
export async function loadSummary(queries: Queries, condition: Condition): Promise<SummaryRow[]> {
  const { rows } = await queries.query<SummaryRow>({
    name: `affiliate-summary-${condition.name}`,
    text: `with grouped as (
             select country_id, registered_on as day,
               count(*) filter (where referral_fault is null) as accounts,
               count(first_deposit_at) filter (where referral_fault is null) as deposits, count(referral_fault) as others
             from referred_accounts where ${condition.text} group by 1, 2
           ), deposited as (
             select first_deposit_on as day, count(*) as deposits
             from referred_accounts where ${condition.text} and first_deposit_at is not null and referral_fault is null group by 1
           )
           select case grouping(country_id, day) when 3 then 'all' when 1 then 'country' else 'registered' end as of,
             country_id as "countryId", day::text as day, coalesce(sum(accounts), 0)::int as accounts,
             coalesce(sum(deposits), 0)::int as "firstDeposits", coalesce(sum(others), 0)::int as "notCounted"
           from grouped group by grouping sets ((), (country_id), (day))
           union all
           select 'deposited', null, day::text, 0, deposits::int, 0 from deposited`,
    values: condition.values,
  });
  return rows;
}
