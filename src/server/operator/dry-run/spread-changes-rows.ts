import type { Queries } from '../../db/database.ts';
import type { SpreadChange } from './level-prices.ts';

const pointsOfOne = 10_000;

/** What operators changed of the spreads since an instant, by symbol, the oldest first. */
export async function loadSpreadChanges(queries: Queries, since: Date): Promise<Map<string, SpreadChange[]>> {
  const { rows } = await queries.query<SpreadChange & { symbol: string }>({
    name: 'dry-run-spread-changes',
    text: `select details->>'symbol' as symbol, extract(epoch from at)::float8 as at,
             (details->>'from')::float8 / $2 as "from", (details->>'to')::float8 / $2 as "to"
           from audit_entries where at >= $1 and event = 'asset_changed' and details->>'what' = 'spread' order by at, id`,
    values: [since, pointsOfOne],
  });
  return Map.groupBy(rows, ({ symbol }) => symbol);
}
