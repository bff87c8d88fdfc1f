import type { Queries } from './database.ts';

/**
 * Has the transaction read all that it reads as of one instant, without locks, and write nothing. Its first statement.
 */
export async function readSnapshot(connection: Queries): Promise<void> {
  await connection.query('set transaction isolation level repeatable read, read only');
}
