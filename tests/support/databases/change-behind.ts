import type { Database } from '../../../src/server/db/database.ts';

/**
 * Runs one SQL statement with the table's triggers off, to change rows that the product cannot change but somebody with
 * direct access to the database could.
 */
export async function changeBehind(
  database: Pick<Database, 'transaction'>,
  table: 'positions' | 'ledger_numbering',
  change: { text: string; values?: unknown[] },
): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query(`alter table ${table} disable trigger user`);
    await connection.query(change.text, change.values);
    await connection.query(`alter table ${table} enable trigger user`);
  });
}
