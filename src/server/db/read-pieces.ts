import type { QueryResultRow } from 'pg';
import type { Queries } from './database.ts';

/** Rows in a piece. Only one piece is in memory at a time, and other work gets a turn between two pieces. */
const pieceLength = 2_000;

/**
 * Yields the rows of a statement, a piece at a time. Must run inside a transaction, which can only run one such
 * statement at a time.
 */
export async function* inPieces<Row extends QueryResultRow>(connection: Queries, text: string): AsyncGenerator<Row[]> {
  // Plans for reading all rows: a plan that is fast for the first rows would take longer overall.
  await connection.query('set local cursor_tuple_fraction = 1');
  await connection.query(`declare pieces no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await connection.query<Row>(`fetch ${pieceLength} from pieces`);
    if (rows.length === 0) break;
    yield rows;
  }
  await connection.query('close pieces');
}
