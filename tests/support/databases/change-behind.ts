import type { Database } from '../../../src/server/db/database.ts';

/** Changes rows that the database keeps as they are, as whoever has it in hand would; for one statement. */
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
