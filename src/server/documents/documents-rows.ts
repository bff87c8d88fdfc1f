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

export async function hasDocuments(queries: Queries): Promise<boolean> {
  const { rows } = await queries.query<{ has: boolean }>({
    name: 'documents-any',
    text: 'select exists (select 1 from documents) as has',
    values: [],
  });
  return rows[0]?.has ?? false;
}
