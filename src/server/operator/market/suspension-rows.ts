import type { Queries } from '../../db/database.ts';

/** Which assets: one, or all of a category. */
export type AssetChoice = { symbol: string } | { category: string };

/** The assets of a choice, until the end of the database transaction. */
export async function lockSuspensions(
  queries: Queries,
  choice: AssetChoice,
): Promise<{ symbol: string; suspendedAt: Date | null }[]> {
  const { rows } = await queries.query<{ symbol: string; suspendedAt: Date | null }>({
    name: 'operator-suspensions-lock',
    text: `select a.symbol, a.suspended_at as "suspendedAt"
           from assets a join asset_categories c on c.id = a.category_id
           where a.symbol = $1 or c.name = $2 order by a.symbol for no key update of a`,
    values: 'symbol' in choice ? [choice.symbol, null] : [null, choice.category],
  });
  return rows;
}

export async function updateSuspensions(
  queries: Queries,
  { symbols, suspendedAt }: { symbols: readonly string[]; suspendedAt: Date | null },
): Promise<void> {
  await queries.query({
    name: 'operator-suspensions-update',
    text: 'update assets set suspended_at = $2 where symbol = any($1::text[])',
    values: [symbols, suspendedAt],
  });
}

/** Who has suspended or resumed an asset last between two instants, and when: by instants alone the audit log is found in quickly. */
export async function findLastSuspension(
  queries: Queries,
  { symbol, from, to }: { symbol: string; from: Date; to: Date },
): Promise<{ actor: string; at: Date } | undefined> {
  const { rows } = await queries.query<{ actor: string; at: Date }>({
    name: 'operator-suspensions-last',
    text: `select actor, at from audit_entries
           where at between $2 and $3 and event in ('asset_suspended', 'asset_resumed') and details->>'symbol' = $1
           order by at desc limit 1`,
    values: [symbol, from, to],
  });
  return rows[0];
}
