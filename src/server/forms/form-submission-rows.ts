import type { Queries } from '../db/database.ts';
import type { humanityMarks } from '../db/schema/messages.ts';
import { statement } from '../db/statement.ts';

export interface FormSubmission {
  id: string;
  form: string;
  fields: Readonly<Record<string, string>>;
  digest: Buffer;
  humanity: (typeof humanityMarks)[number];
  createdAt: Date;
}

const formSubmissionInsert = statement(
  'form-entry-insert',
  `insert into form_entries (id, form, fields, digest, humanity, created_at)
   values (:id, :form, :fields, :digest, :humanity, :createdAt) on conflict (digest) do nothing`,
);

/** Stores a submission; false if one with the same digest exists. */
export async function insertFormSubmission(queries: Queries, submission: FormSubmission): Promise<boolean> {
  const { id, form, fields, digest, humanity, createdAt } = submission;
  return (
    (await formSubmissionInsert.write(queries, {
      id,
      form,
      fields: JSON.stringify(fields),
      digest,
      humanity,
      createdAt,
    })) === 1
  );
}

const formSubmissionsDelete = statement(
  'form-entries-delete',
  `delete from form_entries where id in (
     select id from form_entries where created_at <= :sentAt order by created_at limit :limit
   )`,
);

/** Deletes at most `limit` submissions sent at `sentAt` or before; returns how many. */
export function deleteFormSubmissions(
  queries: Queries,
  { sentAt, limit }: { sentAt: Date; limit: number },
): Promise<number> {
  return formSubmissionsDelete.write(queries, { sentAt, limit });
}

/** A visitor's submission. */
export interface ListedSubmission {
  id: string;
  /** `contact`, or `cms:` and the name of a form of the content. */
  form: string;
  fields: Record<string, string>;
  humanity: string;
  createdAt: Date;
  readAt: Date | null;
}

export interface SubmissionFilter {
  form: string | null;
  onlyUnread: boolean;
  from: Date | null;
  /** Exclusive. */
  until: Date | null;
  most: number;
}

const columns = `id::text, form, fields, humanity, created_at as "createdAt", read_at as "readAt"`;

const operatorSubmissions = statement(
  'operator-form-entries',
  `select ${columns} from form_entries
   where (:form?::text is null or form = :form? or form = 'cms:' || :form?) and (not :onlyUnread::boolean or read_at is null)
     and (:from?::timestamptz is null or created_at >= :from?) and (:until?::timestamptz is null or created_at < :until?)
   order by created_at desc, id desc limit :most`,
);

/** Lists submissions, newest first. */
export function listSubmissions(queries: Queries, filter: SubmissionFilter): Promise<ListedSubmission[]> {
  return operatorSubmissions.rows(queries, {
    form: filter.form,
    onlyUnread: filter.onlyUnread,
    from: filter.from,
    until: filter.until,
    most: filter.most,
  });
}

const operatorSubmission = statement('operator-form-entry', `select ${columns} from form_entries where id = :id`);

export async function loadSubmission(queries: Queries, id: string): Promise<ListedSubmission | undefined> {
  return (await operatorSubmission.first(queries, { id })) ?? undefined;
}

const operatorSubmissionRead = statement(
  'operator-form-entry-read',
  'update form_entries set read_at = :at where id = :id and read_at is null',
);

/** Marks a submission as read; false if it already was. */
export async function updateRead(queries: Queries, id: string, at: Date): Promise<boolean> {
  return (await operatorSubmissionRead.write(queries, { id, at })) === 1;
}
