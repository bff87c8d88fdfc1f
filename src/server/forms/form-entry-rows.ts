import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { humanityMarks } from '../db/schema/messages.ts';

export interface FormEntry {
  id: string;
  form: string;
  fields: Readonly<Record<string, string>>;
  digest: Buffer;
  humanity: (typeof humanityMarks)[number];
  createdAt: Date;
}

const formEntryInsert = statement(
  'form-entry-insert',
  `insert into form_entries (id, form, fields, digest, humanity, created_at)
   values (:id, :form, :fields, :digest, :humanity, :createdAt) on conflict (digest) do nothing`,
);

/** Stores an entry; false where one of this digest is there already. */
export async function insertFormEntry(queries: Queries, entry: FormEntry): Promise<boolean> {
  const { id, form, fields, digest, humanity, createdAt } = entry;
  return (
    (await formEntryInsert.write(queries, {
      id,
      form,
      fields: JSON.stringify(fields),
      digest,
      humanity,
      createdAt,
    })) === 1
  );
}

const formEntriesDelete = statement(
  'form-entries-delete',
  `delete from form_entries where id in (
     select id from form_entries where created_at <= :sentAt order by created_at limit :limit
   )`,
);

/** Deletes at most `limit` of what was sent at `sentAt` or before; returns how many. */
export function deleteFormEntries(
  queries: Queries,
  { sentAt, limit }: { sentAt: Date; limit: number },
): Promise<number> {
  return formEntriesDelete.write(queries, { sentAt, limit });
}
