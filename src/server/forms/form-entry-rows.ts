import type { Queries } from '../db/database.ts';
import type { humanityMarks } from '../db/schema/messages.ts';

export interface FormEntry {
  id: string;
  form: string;
  fields: Readonly<Record<string, string>>;
  digest: Buffer;
  humanity: (typeof humanityMarks)[number];
  createdAt: Date;
}

/** Stores an entry; false where one of this digest is there already. */
export async function insertFormEntry(queries: Queries, entry: FormEntry): Promise<boolean> {
  const { id, form, fields, digest, humanity, createdAt } = entry;
  const { rowCount } = await queries.query({
    name: 'form-entry-insert',
    text: `insert into form_entries (id, form, fields, digest, humanity, created_at)
           values ($1, $2, $3, $4, $5, $6) on conflict (digest) do nothing`,
    values: [id, form, JSON.stringify(fields), digest, humanity, createdAt],
  });
  return rowCount === 1;
}

/** Deletes at most `limit` of what was sent at `sentAt` or before; returns how many. */
export async function deleteFormEntries(
  queries: Queries,
  { sentAt, limit }: { sentAt: Date; limit: number },
): Promise<number> {
  const { rowCount } = await queries.query({
    name: 'form-entries-delete',
    text: `delete from form_entries where id in (
             select id from form_entries where created_at <= $1 order by created_at limit $2
           )`,
    values: [sentAt, limit],
  });
  return rowCount ?? 0;
}
