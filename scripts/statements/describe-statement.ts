import type { Queries } from '../../src/server/db/database.ts';
import { numberParameters } from '../../src/server/db/statement.ts';
import { nodesOf, readTree } from './node-tree.ts';
import type { NamedColumn, Origin } from './result-columns.ts';
import { resultColumns } from './result-columns.ts';

export interface DescribedColumn extends NamedColumn {
  /** PostgreSQL's name of the type. */
  type: string;
}

export interface DescribedStatement {
  parameters: { name: string; type: string; isNullable: boolean }[];
  columns: DescribedColumn[];
}

/**
 * Asks a migrated database for the parameters and columns of a statement, without running it. Throws PostgreSQL's error
 * if it rejects the statement.
 */
export async function describeStatement(
  connection: Queries,
  marked: string,
  isNotNull: (origin: Origin) => boolean,
): Promise<DescribedStatement> {
  // An author marks a column as non-null by a `!` at the end of its name. `numberParameters` removes one `!`, so
  // doubling it keeps the mark until `applyNonNullMark`.
  const { text, parameters } = numberParameters(marked.replaceAll('!"', '!!"'));
  await connection.query(`prepare described as ${text}`);
  const { rows } = await connection.query<{ takes: string[]; gives: string[] | null }>(
    `select parameter_types::text[] as takes, result_types::text[] as gives from pg_prepared_statements where name = 'described'`,
  );
  await connection.query('deallocate described');
  const { takes = [], gives = null } = rows[0] ?? {};
  // PostgreSQL stores the function's body as a parse tree, which shows where each column comes from and which join can
  // make it null.
  await connection.query(`create function described(${takes.join(', ')}) returns ${gives ? 'setof record' : 'void'}
    language sql begin atomic ${text}; end`);
  const bodies = await connection.query<{ body: string }>(
    `select prosqlbody::text as body from pg_proc where proname = 'described'`,
  );
  await connection.query('drop function described');
  const query = nodesOf(readTree(bodies.rows[0]?.body ?? ''))[0];
  const columns = query && gives ? resultColumns(query, isNotNull) : [];
  return {
    parameters: parameters.map((name, index) => {
      return { name, type: takes[index] ?? '', isNullable: new RegExp(`:${name}\\?`).test(marked) };
    }),
    columns: columns.map((column, index) => applyNonNullMark({ ...column, type: gives?.[index] ?? '' })),
  };
}

function applyNonNullMark(column: DescribedColumn): DescribedColumn {
  const { name } = column;
  return name.endsWith('!') ? { ...column, name: name.slice(0, -1), isNullable: false, nulledBy: '' } : column;
}
