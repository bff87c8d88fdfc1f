import type { Queries } from './database.ts';

/**
 * Makes the transaction read everything as of one instant, without locks, and forbids writes. Must be the transaction's
 * first statement.
 */
export async function readSnapshot(connection: Queries): Promise<void> {
  await connection.query('set transaction isolation level repeatable read, read only');
}
