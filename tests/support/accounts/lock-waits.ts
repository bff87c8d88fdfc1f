import { expect } from 'vitest';
import type { Queries } from '../../../src/server/db/database.ts';

/** Until somebody waits for a row that this connection to PostgreSQL has locked. */
export async function waitsForLock(connection: Queries): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await connection.query(waiting)).rowCount).toBeGreaterThan(0);
}
