import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { RealPosition, SpreadChange } from './replay-position.ts';

/** A position with the email of its owner. */
export interface LivedRow extends RealPosition {
  email: string;
}

const dryRunPositions = statement(
  'dry-run-positions',
  `select p.id, a.email, p.direction, p.amount_minor as "amountMinor", p.leverage, p.open_rate as "openRate",
     extract(epoch from p.opened_at)::float8 as "openedAt!", p.open_bid as "openBid", p.closed_bid as "closedBid",
     p.take_profit as "takeProfit", p.stop_loss as "stopLoss", p.protected,
     extract(epoch from p.closed_at)::float8 as "closedAt", p.closing_reason as "closingReason",
     p.profit_minor as "profitMinor"
   from positions p join accounts a on a.id = p.account_id
   where p.symbol = :symbol and (p.closed_at is null or p.closed_at >= :since) and (:after?::uuid is null or p.id > :after?)
   order by p.id limit :most`,
);

/**
 * Loads a page of the asset's positions that were open at any time since an instant: the next `most` by id after
 * `after`.
 */
export function loadRealPositions(
  queries: Queries,
  { symbol, since, after, most }: { symbol: string; since: Date; after: string | null; most: number },
): Promise<LivedRow[]> {
  return dryRunPositions.rows(queries, { symbol, since, after, most });
}

const pointsOfOne = 10_000;

const dryRunSpreadChanges = statement(
  'dry-run-spread-changes',
  `select details->>'symbol' as "symbol!", extract(epoch from at)::float8 as "at!",
     (details->>'from')::float8 / :pointsOfOne as "from!", (details->>'to')::float8 / :pointsOfOne as "to!"
   from audit_entries where at >= :since and event = 'asset_changed' and details->>'what' = 'spread' order by at, id`,
);

/** The operators' changes of spreads since an instant, by symbol, oldest first. */
export async function loadSpreadChanges(queries: Queries, since: Date): Promise<Map<string, SpreadChange[]>> {
  const rows = await dryRunSpreadChanges.rows(queries, { since, pointsOfOne });
  return Map.groupBy(rows, ({ symbol }) => symbol);
}
