import type { QueryResultRow } from 'pg';
import type { Queries } from './database.ts';

/** Others get a turn between two pieces, and no more than one is in memory. */
const pieceLength = 2_000;

/** The rows of a statement, a piece at a time. Inside a transaction, and one statement after the other. */
export async function* inPieces<Row extends QueryResultRow>(connection: Queries, text: string): AsyncGenerator<Row[]> {
  // All of the rows are wanted: a plan that is quick for the first of them would take longer.
  await connection.query('set local cursor_tuple_fraction = 1');
  await connection.query(`declare pieces no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await connection.query<Row>(`fetch ${pieceLength} from pieces`);
    if (rows.length === 0) break;
    yield rows;
  }
  await connection.query('close pieces');
}
