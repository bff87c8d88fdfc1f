import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { SpreadChange } from './level-prices.ts';

const pointsOfOne = 10_000;

const dryRunSpreadChanges = statement(
  'dry-run-spread-changes',
  `select details->>'symbol' as "symbol!", extract(epoch from at)::float8 as "at!",
     (details->>'from')::float8 / :pointsOfOne as "from!", (details->>'to')::float8 / :pointsOfOne as "to!"
   from audit_entries where at >= :since and event = 'asset_changed' and details->>'what' = 'spread' order by at, id`,
);

/** What operators changed of the spreads since an instant, by symbol, the oldest first. */
export async function loadSpreadChanges(queries: Queries, since: Date): Promise<Map<string, SpreadChange[]>> {
  const rows = await dryRunSpreadChanges.rows(queries, { since, pointsOfOne });
  return Map.groupBy(rows, ({ symbol }) => symbol);
}
