import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
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

const operatorPositions = statement(
  'operator-positions',
  `select ${positionColumns}, a.email from positions p join accounts a on a.id = p.account_id
   where p.closed_at is null and (:email?::text is null or a.email = :email?) and (:symbol?::text is null or p.symbol = :symbol?)
   order by p.opened_at, p.id limit :most`,
);

/** Open positions, the oldest first. */
export function listOpenPositions(queries: Queries, filter: PositionFilter): Promise<ListedPosition[]> {
  return operatorPositions.rows(queries, { email: filter.email, symbol: filter.symbol, most: filter.most });
}

const operatorPosition = statement('operator-position', `select ${positionColumns} from positions p where p.id = :id`);

export async function loadPosition(queries: Queries, id: string): Promise<PositionRow | undefined> {
  return (await operatorPosition.first(queries, { id })) ?? undefined;
}

const operatorPositionLock = statement(
  'operator-position-lock',
  'select 1 from accounts where id = :accountId for no key update',
);

/** Nobody opens, changes or closes a position of the account until the end of the database transaction. */
export async function lockAccountOf(queries: Queries, accountId: number): Promise<void> {
  await operatorPositionLock.write(queries, { accountId });
}

const operatorPositionProtected = statement(
  'operator-position-protected',
  'update positions set protected = :isProtected where id = :id',
);

export async function updateProtected(queries: Queries, id: string, isProtected: boolean): Promise<void> {
  await operatorPositionProtected.write(queries, { id, isProtected });
}
