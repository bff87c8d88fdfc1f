import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

export interface FactorFacts {
  /** Null: off. */
  enabledAt: Date | null;
  codesLeft: number;
  /** Wrong codes, by who showed them and in place of what. */
  refusals: { asker: string; kind: string; count: number }[];
}

const factorFactsRefusals = statement(
  'factor-facts-refusals',
  `select details->>'asker' as "asker!", details->>'kind' as "kind!", count(*)::int as "count!" from audit_entries
   where account_id = :accountId and at > :since and event = 'second_factor_refused' and details ? 'kind'
   group by 1, 2 order by 1, 2`,
);

const factorFacts = statement(
  'factor-facts',
  `select factor_enabled_at as "enabledAt",
     (select count(*)::int from recovery_codes where account_id = a.id and used_at is null) as "codesLeft"
   from accounts a where id = :accountId`,
);

/** What an operator sees of the second factor of an account, with the wrong codes since an instant. */
export async function loadFactorFacts(queries: Queries, accountId: number, since: Date): Promise<FactorFacts> {
  const rows = await factorFacts.rows(queries, { accountId });
  const refusals = await factorFactsRefusals.rows(queries, { accountId, since });
  return { enabledAt: rows[0]?.enabledAt ?? null, codesLeft: rows[0]?.codesLeft ?? 0, refusals };
}
