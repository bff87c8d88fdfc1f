import type { Queries } from '../../db/database.ts';

export interface FactorFacts {
  /** Null: off. */
  enabledAt: Date | null;
  codesLeft: number;
  /** Wrong codes, by who showed them and in place of what. */
  refusals: { asker: string; kind: string; count: number }[];
}

/** What an operator sees of the second factor of an account, with the wrong codes since an instant. */
export async function loadFactorFacts(queries: Queries, accountId: number, since: Date): Promise<FactorFacts> {
  const { rows } = await queries.query<Omit<FactorFacts, 'refusals'>>({
    name: 'factor-facts',
    text: `select factor_enabled_at as "enabledAt",
             (select count(*)::int from recovery_codes where account_id = a.id and used_at is null) as "codesLeft"
           from accounts a where id = $1`,
    values: [accountId],
  });
  const { rows: refusals } = await queries.query<FactorFacts['refusals'][number]>({
    name: 'factor-facts-refusals',
    text: `select details->>'asker' as asker, details->>'kind' as kind, count(*)::int as count from audit_entries
           where account_id = $1 and at > $2 and event = 'second_factor_refused' and details ? 'kind'
           group by 1, 2 order by 1, 2`,
    values: [accountId, since],
  });
  return { enabledAt: rows[0]?.enabledAt ?? null, codesLeft: rows[0]?.codesLeft ?? 0, refusals };
}
