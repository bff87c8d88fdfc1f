import type { DocumentMediaType } from '../../lib/contract/accounts/document-kinds.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { DocumentState } from '../db/schema/accounts.ts';
import type { documentFields } from '../db/schema/documents.ts';

export type DocumentField = (typeof documentFields)[number];
export type { DocumentState };

/** The state of each document of an account; a field that was never sent is absent. */
export type DocumentStates = Partial<Record<DocumentField, DocumentState>>;

export interface NewDocument {
  id: string;
  accountId: number;
  field: DocumentField;
  mediaType: DocumentMediaType;
  /** The size of the plain file. */
  bytes: number;
  /** The hexadecimal SHA-256 of the plain file. */
  digest: string;
  uploadedAt: Date;
}

const documentsStates = statement('documents-states', 'select documents from accounts where id = :accountId');

export async function loadDocumentStates(queries: Queries, accountId: number): Promise<DocumentStates> {
  return (await documentsStates.first(queries, { accountId }))?.documents ?? {};
}

const documentsLock = statement('documents-lock', 'select documents from accounts where id = :accountId for update');

/** Reads the states, with the account locked until the end of the database transaction. */
export async function lockDocumentStates(queries: Queries, accountId: number): Promise<DocumentStates> {
  const rows = await documentsLock.rows(queries, { accountId });
  if (!rows[0]) throw new Error(`There is no account ${accountId}`);
  return rows[0].documents;
}

const documentsSetStates = statement(
  'documents-set-states',
  'update accounts set documents = documents || :states::jsonb where id = :accountId',
);

/** Sets the given states and leaves the others. */
export async function updateDocumentStates(queries: Queries, accountId: number, states: DocumentStates): Promise<void> {
  await documentsSetStates.write(queries, { accountId, states: JSON.stringify(states) });
}

const documentInsert = statement(
  'document-insert',
  `insert into documents (id, account_id, field, storage_name, media_type, bytes, digest, uploaded_at)
   values (:id::uuid, :accountId, :field, :id::text, :mediaType, :bytes, :digest, :uploadedAt)`,
);

/** The id is also the name in the storage. */
export async function insertDocument(queries: Queries, document: NewDocument): Promise<void> {
  const { id, accountId, field, mediaType, bytes, digest, uploadedAt } = document;
  await documentInsert.write(queries, { id, accountId, field, mediaType, bytes, digest, uploadedAt });
}

const documentsKnown = statement(
  'documents-known',
  'select storage_name as name from documents where storage_name = any(:names::text[])',
);

/** Returns those of the given names that belong to a document. */
export async function selectKnownNames(queries: Queries, names: readonly string[]): Promise<Set<string>> {
  const rows = await documentsKnown.rows(queries, { names });
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
  /** The current state of the account's field, even if a later document has replaced this one. */
  state: DocumentState;
  /** Whether no later document was sent for the same field. */
  isNewest: boolean;
}

const documentColumns = `
  d.id::text, d.account_id as "accountId", a.email, d.field, d.media_type as "mediaType", d.bytes, d.digest,
  d.uploaded_at as "uploadedAt", a.documents,
  not exists (
    select 1 from documents later where later.account_id = d.account_id and later.field = d.field
      and (later.uploaded_at, later.id) > (d.uploaded_at, d.id)
  ) as "isNewest"`;

function withState({
  documents,
  ...document
}: Omit<DocumentRow, 'state'> & { documents: Readonly<Record<string, DocumentState>> }): DocumentRow {
  return { ...document, state: documents[document.field] ?? { status: '0', note: null, updated: null } };
}

const documentLoad = statement(
  'document-load',
  `select ${documentColumns} from documents d join accounts a on a.id = d.account_id where d.id = :id`,
);

export async function loadDocument(queries: Queries, id: string): Promise<DocumentRow | undefined> {
  const row = await documentLoad.first(queries, { id });
  return row ? withState(row) : undefined;
}

const documentsList = statement(
  'documents-list',
  `select ${documentColumns} from documents d join accounts a on a.id = d.account_id
   where case when :email?::text is null then a.documents -> d.field ->> 'status' = '1' else a.email = :email? end
   order by d.uploaded_at desc, d.id desc limit 500`,
);

/**
 * Lists at most 500 documents, newest first: all of one customer, or with a null `email` all that wait for review.
 * `email` is in lower case.
 */
export async function listDocuments(queries: Queries, email: string | null): Promise<DocumentRow[]> {
  return (await documentsList.rows(queries, { email })).map(withState);
}
