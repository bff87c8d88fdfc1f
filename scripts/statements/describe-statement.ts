import type { Queries } from '../../src/server/db/database.ts';
import { numberParameters } from '../../src/server/db/statement.ts';
import { nodesOf, readTree } from './node-tree.ts';
import type { NamedColumn, Origin } from './result-columns.ts';
import { resultColumns } from './result-columns.ts';

export interface DescribedColumn extends NamedColumn {
  /** PostgreSQL's name of its type. */
  type: string;
}

export interface DescribedStatement {
  parameters: { name: string; type: string; isNullable: boolean }[];
  columns: DescribedColumn[];
}

/** Asks a migrated database what a statement takes and gives; it is not run. Throws what PostgreSQL says against it. */
export async function describeStatement(
  connection: Queries,
  marked: string,
  isNotNull: (origin: Origin) => boolean,
): Promise<DescribedStatement> {
  // What the author says of a column stays in its name until here.
  const { text, parameters } = numberParameters(marked.replaceAll('!"', '!!"'));
  await connection.query(`prepare described as ${text}`);
  const { rows } = await connection.query<{ takes: string[]; gives: string[] | null }>(
    `select parameter_types::text[] as takes, result_types::text[] as gives from pg_prepared_statements where name = 'described'`,
  );
  await connection.query('deallocate described');
  const { takes = [], gives = null } = rows[0] ?? {};
  // The body of a function is kept as the parsed tree, with where each column comes from and which join makes it null.
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
    columns: columns.map((column, index) => byOurWord({ ...column, type: gives?.[index] ?? '' })),
  };
}

function byOurWord(column: DescribedColumn): DescribedColumn {
  const { name } = column;
  return name.endsWith('!') ? { ...column, name: name.slice(0, -1), isNullable: false, nulledBy: '' } : column;
}
