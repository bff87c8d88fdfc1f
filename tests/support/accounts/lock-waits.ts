import { expect } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';

/**
 * Until somebody, or so many, wait for a row that this connection to PostgreSQL has locked, or for who waits for it.
 */
export async function waitsForLock(connection: Queries, count = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => {
      // Within a database transaction the activity stays as it was when it was first looked at.
      await connection.query('select pg_stat_clear_snapshot()');
      return (await connection.query(waiting)).rowCount;
    })
    .toBeGreaterThanOrEqual(count);
}
