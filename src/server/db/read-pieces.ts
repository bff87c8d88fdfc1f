import type { QueryResultRow } from 'pg';
import type { Queries } from './database.ts';

/** Only one piece is in memory at a time, and other work gets a turn between two pieces. */
const pieceLength = 2_000;

/** The rows of a statement, a piece at a time. Must run inside a transaction, one statement after the other. */
export async function* inPieces<Row extends QueryResultRow>(connection: Queries, text: string): AsyncGenerator<Row[]> {
  // All rows are read: a plan that is fast for the first ones would take longer overall.
  await connection.query('set local cursor_tuple_fraction = 1');
  await connection.query(`declare pieces no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await connection.query<Row>(`fetch ${pieceLength} from pieces`);
    if (rows.length === 0) break;
    yield rows;
  }
  await connection.query('close pieces');
}
