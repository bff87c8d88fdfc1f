import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { WatchedPosition } from './trigger-book.ts';

const open = statement(
  'triggers-open-positions',
  `select id, account_id as "accountId", symbol, direction, open_rate as "openRate", leverage, take_profit as "takeProfit",
     stop_loss as "stopLoss", protected
   from positions where closed_at is null order by account_id, opened_at, id`,
  { pieceLength: 10_000 },
);

/** Visits every open position in the database. Positions of one account are visited oldest first. */
export async function visitOpenPositions(
  database: Pick<Database, 'transaction'>,
  visit: (position: WatchedPosition) => void,
): Promise<void> {
  await database.transaction(async (connection) => {
    // Read in pieces, so the rows of all open positions are never in memory at once.
    for await (const positions of open.pieces(connection)) positions.forEach(visit);
  });
}
