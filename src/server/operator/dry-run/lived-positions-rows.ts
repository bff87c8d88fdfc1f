import type { Queries } from '../../db/database.ts';
import type { LivedPosition } from './replay-position.ts';

/** A position with whose it is. */
export interface LivedRow extends LivedPosition {
  email: string;
}

/** The positions of an asset that were open at any time since an instant, so many behind an id, in the order of ids. */
export async function loadLived(
  queries: Queries,
  { symbol, since, after, most }: { symbol: string; since: Date; after: string | null; most: number },
): Promise<LivedRow[]> {
  const { rows } = await queries.query<LivedRow>({
    name: 'dry-run-positions',
    text: `select p.id, a.email, p.direction, p.amount_minor as "amountMinor", p.leverage, p.open_rate as "openRate",
             extract(epoch from p.opened_at)::float8 as "openedAt", p.open_bid as "openBid", p.closed_bid as "closedBid",
             p.take_profit as "takeProfit", p.stop_loss as "stopLoss", p.protected,
             extract(epoch from p.closed_at)::float8 as "closedAt", p.closing_reason as "closingReason",
             p.profit_minor as "profitMinor"
           from positions p join accounts a on a.id = p.account_id
           where p.symbol = $1 and (p.closed_at is null or p.closed_at >= $2) and ($3::uuid is null or p.id > $3)
           order by p.id limit $4`,
    values: [symbol, since, after, most],
  });
  return rows;
}
