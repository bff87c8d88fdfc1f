import type { Queries } from '../../db/database.ts';

/** What operators name by its id. */
export type NamedTable = 'transactions' | 'payment_events' | 'popups' | 'documents' | 'positions' | 'form_entries';

/** The ids between two, in their order, at most so many. */
export async function findIds(
  queries: Queries,
  { table, from, until, most }: { table: NamedTable; from: string; until: string; most: number },
): Promise<string[]> {
  const { rows } = await queries.query<{ id: string }>({
    name: `operator-ids-${table}`,
    text: `select id::text from ${table} where id between $1 and $2 order by id limit $3`,
    values: [from, until, most],
  });
  return rows.map(({ id }) => id);
}
