import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

/** Which assets: one, or all of a category. */
export type AssetChoice = { symbol: string } | { category: string };

const operatorSuspensionsLock = statement(
  'operator-suspensions-lock',
  `select a.symbol, a.suspended_at as "suspendedAt"
   from assets a join asset_categories c on c.id = a.category_id
   where a.symbol = :symbol? or c.name = :category? order by a.symbol for no key update of a`,
);

/** The assets of a choice, until the end of the database transaction. */
export function lockSuspensions(
  queries: Queries,
  choice: AssetChoice,
): Promise<{ symbol: string; suspendedAt: Date | null }[]> {
  return operatorSuspensionsLock.rows(queries, { symbol: null, category: null, ...choice });
}

const operatorSuspensionsUpdate = statement(
  'operator-suspensions-update',
  'update assets set suspended_at = :suspendedAt? where symbol = any(:symbols::text[])',
);

export async function updateSuspensions(
  queries: Queries,
  { symbols, suspendedAt }: { symbols: readonly string[]; suspendedAt: Date | null },
): Promise<void> {
  await operatorSuspensionsUpdate.write(queries, { symbols, suspendedAt });
}

const operatorSuspensionsLast = statement(
  'operator-suspensions-last',
  `select actor, at from audit_entries
   where at between :from and :to and event in ('asset_suspended', 'asset_resumed') and details->>'symbol' = :symbol
   order by at desc limit 1`,
);

/** Who has suspended or resumed an asset last between two instants, and when: by instants alone the audit log is found in quickly. */
export async function findLastSuspension(
  queries: Queries,
  { symbol, from, to }: { symbol: string; from: Date; to: Date },
): Promise<{ actor: string; at: Date } | undefined> {
  return (await operatorSuspensionsLast.first(queries, { symbol, from, to })) ?? undefined;
}
