import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { DocumentMediaType } from '../../lib/contract/accounts/document-kinds.ts';
import type { Problem, Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import type { AuditRecord, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database } from '../db/database.ts';
import { databaseFaultKind } from '../db/database-faults.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import type { Runtime } from '../runtime.ts';
import { StorageUnavailable } from './document-storage.ts';
import type { SentFiles } from './document-states.ts';
import { fieldsOf, isOpen } from './document-states.ts';
import type { NewDocument } from './documents-rows.ts';
import { insertDocument, loadDocumentStates, lockDocumentStates, updateDocumentStates } from './documents-rows.ts';
import type { Inspector } from './inspect/inspect-apart.ts';
import { InspectionTimeout } from './inspect/inspect-apart.ts';
import type { SealedDocuments } from './sealed-documents.ts';

export interface UploadParts {
  database: Database;
  documents: Pick<SealedDocuments, 'put' | 'delete'>;
  inspector: Inspector;
  /** Called if the upload fails through no fault of the customer. */
  forgive: () => Promise<void>;
  accountChanges: Pick<AccountChanges, 'changed'>;
  runtime: Runtime;
  logger: Pick<Logger, 'warn'>;
}

export interface UploadCommand extends Omit<SentFiles, 'count'> {
  accountId: number;
  files: readonly Buffer[];
  origin: RequestOrigin;
}

interface InspectedDocument extends NewDocument {
  file: Buffer;
}

/**
 * Accepts a customer's documents. The files are inspected, sealed and stored; then their rows, the account's states
 * (`1`, Processing) and the audit records are written in one database transaction. Either all files are accepted or
 * none, and a refused upload leaves nothing behind. Returns the account afterwards. A repeat is refused, because the
 * first upload is already under review.
 *
 * Problems: VALIDATION; DOCUMENT_NOT_EXPECTED; FILE_NOT_SUPPORTED; UNAVAILABLE if the storage or the database fails,
 * the account's row stays locked, or a file takes too long to inspect.
 */
export async function uploadDocument(
  parts: UploadParts,
  command: UploadCommand,
): Promise<Result<{ account: AccountRow }>> {
  const { database, documents, accountChanges, logger } = parts;
  const stored: InspectedDocument[] = [];
  const commit = { isAsked: false };
  try {
    const filed = await inspectAll(parts, command);
    if (!filed.ok) return filed;
    for (const document of filed.documents) {
      stored.push(document);
      await documents.put(document.id, document.file);
    }
    const written = await database.transaction(async (connection) => {
      const result = await insertAll(connection, parts, command, filed.documents);
      commit.isAsked = result.ok;
      return result;
    }, longestLockWait);
    if (written.ok) accountChanges.changed(command.accountId);
    else await discard(parts, stored);
    return written;
  } catch (fault) {
    // If a commit was not answered, it may have succeeded, and then the document needs its file.
    if (!commit.isAsked) await discard(parts, stored);
    if (!(fault instanceof StorageUnavailable) && databaseFaultKind(fault) === null) throw fault;
    logger.warn({ err: fault }, 'a document could not be stored');
    await parts.forgive();
    return refuse('UNAVAILABLE');
  }
}

async function inspectAll(
  parts: UploadParts,
  { accountId, type, side, files, origin }: UploadCommand,
): Promise<Result<{ documents: InspectedDocument[] }>> {
  const { database, runtime } = parts;
  const target = fieldsOf({ type, side, count: files.length });
  if (!target.ok) return target;
  const states = await loadDocumentStates(database, accountId);
  if (!target.fields.every((field) => isOpen(states, field))) return refuse('DOCUMENT_NOT_EXPECTED');
  const documents: InspectedDocument[] = [];
  for (const [index, field] of target.fields.entries()) {
    const file = files[index] ?? Buffer.alloc(0);
    const inspected = await inspect(parts, file, accountId);
    if (typeof inspected !== 'string') {
      const details = { field, bytes: file.length, digest: digestOf(file), problem: inspected.code };
      await writeAudit(database, recordOf(parts, 'document_refused', { accountId, origin, details }));
      return { ok: false, problem: inspected };
    }
    documents.push({ file, field, accountId, ...factsOf(file, inspected, runtime) });
  }
  return { ok: true, documents };
}

/**
 * Returns the type of a file, or the problem for which it is refused. After a timeout the customer may send the file
 * again, but the attempt counts towards the limit: the file may have been made to be slow.
 */
async function inspect(
  { inspector, logger }: Pick<UploadParts, 'inspector' | 'logger'>,
  file: Buffer,
  accountId: number,
): Promise<DocumentMediaType | Problem> {
  try {
    return (await inspector.inspect(file, accountId)) ?? { code: 'FILE_NOT_SUPPORTED' };
  } catch (fault) {
    if (!(fault instanceof InspectionTimeout)) throw fault;
    logger.warn({ err: fault }, 'the inspection of a document timed out');
    return { code: 'UNAVAILABLE' };
  }
}

type Connection = Parameters<Parameters<Database['transaction']>[0]>[0];

async function insertAll(
  connection: Connection,
  parts: UploadParts,
  { accountId, origin }: UploadCommand,
  documents: readonly InspectedDocument[],
): Promise<Result<{ account: AccountRow }>> {
  const states = await lockDocumentStates(connection, accountId);
  if (!documents.every(({ field }) => isOpen(states, field))) return refuse('DOCUMENT_NOT_EXPECTED');
  for (const document of documents) {
    await insertDocument(connection, document);
    const { id, field, mediaType: media_type, bytes, digest } = document;
    const details = { document: id, field, media_type, bytes, digest };
    await writeAudit(connection, recordOf(parts, 'document_uploaded', { accountId, origin, details }));
  }
  const updated = new Date(parts.runtime.now()).toISOString();
  const processing = { status: '1', note: null, updated } as const;
  const changed = Object.fromEntries(documents.map(({ field }) => [field, processing]));
  await updateDocumentStates(connection, accountId, changed);
  const account = await loadAccount(connection, accountId);
  if (!account) throw new Error(`There is no account ${accountId}`);
  return { ok: true, account };
}

/** Deletes the files of an upload that failed or was refused. Files that cannot be deleted stay behind as orphans. */
async function discard({ documents, logger }: UploadParts, stored: readonly InspectedDocument[]): Promise<void> {
  try {
    for (const { id } of stored) await documents.delete(id);
  } catch (fault) {
    logger.warn({ err: fault }, 'an orphan was left in the storage of documents');
  }
}

function factsOf(file: Buffer, mediaType: DocumentMediaType, runtime: Runtime) {
  const [id, uploadedAt] = [runtime.newId(), new Date(runtime.now())];
  return { id, mediaType, bytes: file.length, digest: digestOf(file), uploadedAt };
}

function recordOf(
  { runtime }: Pick<UploadParts, 'runtime'>,
  event: AuditRecord['event'],
  about: Pick<AuditRecord, 'accountId' | 'origin' | 'details'>,
): AuditRecord {
  return { id: runtime.newId(), at: new Date(runtime.now()), event, actor: 'customer', ...about };
}

function digestOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex');
}
