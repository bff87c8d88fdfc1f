import type { Queries } from '../../db/database.ts';
import type { PositionRow } from '../../trading/position-rows.ts';
import { positionColumns } from '../../trading/position-rows.ts';

/** An open position in a list, with whose it is. */
export interface ListedPosition extends PositionRow {
  email: string;
}

export interface PositionFilter {
  /** In lower case; null: of all customers. */
  email: string | null;
  symbol: string | null;
  most: number;
}

/** Open positions, the oldest first. */
export async function listOpenPositions(queries: Queries, filter: PositionFilter): Promise<ListedPosition[]> {
  const { rows } = await queries.query<ListedPosition>({
    name: 'operator-positions',
    text: `select ${positionColumns}, a.email from positions p join accounts a on a.id = p.account_id
           where p.closed_at is null and ($1::text is null or a.email = $1) and ($2::text is null or p.symbol = $2)
           order by p.opened_at, p.id limit $3`,
    values: [filter.email, filter.symbol, filter.most],
  });
  return rows;
}

export async function loadPosition(queries: Queries, id: string): Promise<PositionRow | undefined> {
  const { rows } = await queries.query<PositionRow>({
    name: 'operator-position',
    text: `select ${positionColumns} from positions p where p.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Nobody opens, changes or closes a position of the account until the end of the database transaction. */
export async function lockAccountOf(queries: Queries, accountId: number): Promise<void> {
  await queries.query({
    name: 'operator-position-lock',
    text: 'select 1 from accounts where id = $1 for no key update',
    values: [accountId],
  });
}

export async function updateProtected(queries: Queries, id: string, isProtected: boolean): Promise<void> {
  await queries.query({
    name: 'operator-position-protected',
    text: 'update positions set protected = $2 where id = $1',
    values: [id, isProtected],
  });
}
