import type { Queries } from '../../db/database.ts';

/** What a visitor wrote. */
export interface ListedEntry {
  id: string;
  /** `contact`, or the name of a form of the content after `cms:`. */
  form: string;
  fields: Record<string, string>;
  humanity: string;
  createdAt: Date;
  readAt: Date | null;
}

export interface EntryFilter {
  form: string | null;
  onlyUnread: boolean;
  from: Date | null;
  /** That instant is not in it any more. */
  until: Date | null;
  most: number;
}

const columns = `id::text, form, fields, humanity, created_at as "createdAt", read_at as "readAt"`;

/** The newest first. */
export async function listEntries(queries: Queries, filter: EntryFilter): Promise<ListedEntry[]> {
  const { rows } = await queries.query<ListedEntry>({
    name: 'operator-form-entries',
    text: `select ${columns} from form_entries
           where ($1::text is null or form = $1 or form = 'cms:' || $1) and (not $2::boolean or read_at is null)
             and ($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4)
           order by created_at desc, id desc limit $5`,
    values: [filter.form, filter.onlyUnread, filter.from, filter.until, filter.most],
  });
  return rows;
}

export async function loadEntry(queries: Queries, id: string): Promise<ListedEntry | undefined> {
  const { rows } = await queries.query<ListedEntry>({
    name: 'operator-form-entry',
    text: `select ${columns} from form_entries where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Notes that it was read; false where it was before. */
export async function updateRead(queries: Queries, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await queries.query({
    name: 'operator-form-entry-read',
    text: 'update form_entries set read_at = $2 where id = $1 and read_at is null',
    values: [id, at],
  });
  return rowCount === 1;
}
