import type { Queries } from '../../db/database.ts';
import { statements } from '../../db/statement.ts';

const idsOf = (table: string) => `select id from ${table} where id between :from and :until order by id limit :most`;

const ids = statements('operator-ids', {
  transactions: idsOf('transactions'),
  payment_events: idsOf('payment_events'),
  popups: idsOf('popups'),
  documents: idsOf('documents'),
  positions: idsOf('positions'),
  form_entries: idsOf('form_entries'),
});

/** What operators name by its id. */
export type NamedTable = keyof typeof ids;

/** The ids between two, in their order, at most so many. */
export async function findIds(
  queries: Queries,
  { table, ...range }: { table: NamedTable; from: string; until: string; most: number },
): Promise<string[]> {
  return (await ids[table].rows(queries, range)).map(({ id }) => id);
}
