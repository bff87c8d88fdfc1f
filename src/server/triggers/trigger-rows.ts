import type { Database } from '../db/database.ts';
import type { WatchedPosition } from './trigger-book.ts';

// A cursor: a broker's open positions need not fit into memory a second time on their way here.
const openStatement = `
  declare open_positions no scroll cursor for
  select id, account_id as "accountId", symbol, direction, open_rate as "openRate", leverage, take_profit as "takeProfit",
    stop_loss as "stopLoss", protected
  from positions where closed_at is null order by account_id, opened_at, id`;
const fetchStatement = 'fetch 10000 from open_positions';

/** Visits every open position of the database, an account's oldest first. */
export async function visitOpenPositions(
  database: Pick<Database, 'transaction'>,
  visit: (position: WatchedPosition) => void,
): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query(openStatement);
    for (;;) {
      const { rows } = await connection.query<WatchedPosition>(fetchStatement);
      if (rows.length === 0) return;
      rows.forEach(visit);
    }
  });
}
