import { expect } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';

/**
 * Waits until at least `count` connections are blocked by a lock: one held by this PostgreSQL connection, or by another
 * connection that waits for it.
 */
export async function waitsForLock(connection: Queries, count = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => {
      // Within a database transaction pg_stat_activity is cached from its first read.
      await connection.query('select pg_stat_clear_snapshot()');
      return (await connection.query(waiting)).rowCount;
    })
    .toBeGreaterThanOrEqual(count);
}
