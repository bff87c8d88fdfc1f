import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

const refusalsInsert = statement(
  'content-refusals-insert',
  `insert into content_refusals (key, name, told_at)
   select key, name, :at from unnest(:keys::text[], :names::text[]) as refused (key, name)
   on conflict (key) do nothing returning key`,
);

const mendedDelete = statement(
  'content-refusals-delete',
  `delete from content_refusals where key <> all (:keys::text[]) returning name`,
);

/** Notes refused parts; returns the keys of those that were not noted before. */
export async function insertRefusals(
  queries: Queries,
  { keys, names, at }: { keys: string[]; names: string[]; at: Date },
): Promise<string[]> {
  return (await refusalsInsert.rows(queries, { keys, names, at })).map(({ key }) => key);
}

/** Deletes all noted parts but these; returns the names of those that it deletes. */
export async function deleteMended(queries: Queries, keys: string[]): Promise<string[]> {
  return (await mendedDelete.rows(queries, { keys })).map(({ name }) => name);
}
