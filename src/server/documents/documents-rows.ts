import type { DocumentMediaType } from '../../lib/contract/accounts/document-kinds.ts';
import type { Queries } from '../db/database.ts';
import type { DocumentState } from '../db/schema/accounts.ts';
import type { documentFields } from '../db/schema/documents.ts';

export type DocumentField = (typeof documentFields)[number];
export type { DocumentState };

/** What the account says of each of its documents; a field that was never sent is not there. */
export type DocumentStates = Partial<Record<DocumentField, DocumentState>>;

export interface NewDocument {
  id: string;
  accountId: number;
  field: DocumentField;
  mediaType: DocumentMediaType;
  /** Of the file itself. */
  bytes: number;
  /** SHA-256 of the file, hexadecimal. */
  digest: string;
  uploadedAt: Date;
}

export async function loadDocumentStates(queries: Queries, accountId: number): Promise<DocumentStates> {
  const { rows } = await queries.query<{ documents: DocumentStates }>({
    name: 'documents-states',
    text: 'select documents from accounts where id = $1',
    values: [accountId],
  });
  return rows[0]?.documents ?? {};
}

/** Keeps the account locked until the end of the database transaction, so that nobody else changes them. */
export async function lockDocumentStates(queries: Queries, accountId: number): Promise<DocumentStates> {
  const { rows } = await queries.query<{ documents: DocumentStates }>({
    name: 'documents-lock',
    text: 'select documents from accounts where id = $1 for update',
    values: [accountId],
  });
  if (!rows[0]) throw new Error(`There is no account ${accountId}`);
  return rows[0].documents;
}

/** Sets the states that are given, and leaves the others. */
export async function updateDocumentStates(queries: Queries, accountId: number, states: DocumentStates): Promise<void> {
  await queries.query({
    name: 'documents-set-states',
    text: 'update accounts set documents = documents || $2::jsonb where id = $1',
    values: [accountId, JSON.stringify(states)],
  });
}

/** A document is stored under its id. */
export async function insertDocument(queries: Queries, document: NewDocument): Promise<void> {
  const { id, accountId, field, mediaType, bytes, digest, uploadedAt } = document;
  await queries.query({
    name: 'document-insert',
    text: `insert into documents (id, account_id, field, storage_name, media_type, bytes, digest, uploaded_at)
           values ($1::uuid, $2, $3, $1::text, $4, $5, $6, $7)`,
    values: [id, accountId, field, mediaType, bytes, digest, uploadedAt],
  });
}

/** Those of the names under which a document is stored. */
export async function selectKnownNames(queries: Queries, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await queries.query<{ name: string }>({
    name: 'documents-known',
    text: 'select storage_name as name from documents where storage_name = any($1::text[])',
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}

/** A document as an operator sees it. */
export interface DocumentRow {
  id: string;
  accountId: number;
  email: string;
  field: DocumentField;
  mediaType: DocumentMediaType;
  bytes: number;
  digest: string;
  uploadedAt: Date;
  /** What the account says of its field; of an earlier document of the field too. */
  state: DocumentState;
  /** The last that was sent for its field. */
  isNewest: boolean;
}

const documentColumns = `
  d.id::text, d.account_id as "accountId", a.email, d.field, d.media_type as "mediaType", d.bytes, d.digest,
  d.uploaded_at as "uploadedAt", coalesce(a.documents -> d.field, '{"status":"0","note":null,"updated":null}') as state,
  not exists (
    select 1 from documents later where later.account_id = d.account_id and later.field = d.field
      and (later.uploaded_at, later.id) > (d.uploaded_at, d.id)
  ) as "isNewest"`;

export async function loadDocument(queries: Queries, id: string): Promise<DocumentRow | undefined> {
  const { rows } = await queries.query<DocumentRow>({
    name: 'document-load',
    text: `select ${documentColumns} from documents d join accounts a on a.id = d.account_id where d.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Newest first: of one customer all, of everybody those that wait to be looked at. `email` in lower case. */
export async function listDocuments(queries: Queries, email: string | null): Promise<DocumentRow[]> {
  const { rows } = await queries.query<DocumentRow>({
    name: 'documents-list',
    text: `
      select ${documentColumns} from documents d join accounts a on a.id = d.account_id
      where case when $1::text is null then a.documents -> d.field ->> 'status' = '1' else a.email = $1 end
      order by d.uploaded_at desc, d.id desc limit 500`,
    values: [email],
  });
  return rows;
}
