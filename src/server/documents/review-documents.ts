import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { tellServer } from '../accounts/news/account-news.ts';
import type { AuditActor, AuditRecord } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database } from '../db/database.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import type { TellParts } from '../notices/tell-customer.ts';
import { tellCustomer } from '../notices/tell-customer.ts';
import type { DocumentRow } from './documents-rows.ts';
import { loadDocument, lockDocumentStates, updateDocumentStates } from './documents-rows.ts';
import type { SealedDocuments } from './sealed-documents.ts';

export interface ReviewParts extends TellParts {
  database: Pick<Database, 'transaction' | 'query'>;
  /** The operator: `operator:` and a name. */
  actor: AuditActor;
}

export type Verdict =
  /** `reason`: why it is approved although it was rejected before; for the audit log. */
  { kind: 'approve'; reason?: string } | { kind: 'reject'; note: string };

export const longestNote = 500;

/**
 * Approves a document, or rejects it with a note that its customer reads; the customer may send a rejected document
 * again. The account's state and the audit record are written in one database transaction. This does not mark the
 * account as verified. A repeat changes nothing.
 *
 * Problems: NOT_FOUND; DOCUMENT_NOT_EXPECTED if a later document was sent for the same field; VALIDATION with `note`,
 * or with `reason` if a rejected document would be approved without a reason.
 */
export async function reviewDocument(
  parts: ReviewParts,
  id: string,
  verdict: Verdict,
): Promise<Result<{ document: DocumentRow }>> {
  const { database, runtime, actor } = parts;
  const note = verdict.kind === 'reject' ? verdict.note.trim() : null;
  if (note === '') return refuse('VALIDATION', { fields: { note: 'A note is required' } });
  if (note !== null && note.length > longestNote) {
    return refuse('VALIDATION', { fields: { note: `Note has maximum ${longestNote} characters` } });
  }
  return database.transaction(async (connection) => {
    const found = await loadDocument(connection, id);
    if (!found) return refuse('NOT_FOUND');
    await lockDocumentStates(connection, found.accountId);
    // Loaded again under the lock, because the customer may have sent a new document meanwhile.
    const document = (await loadDocument(connection, id)) ?? found;
    if (!document.isNewest) return refuse('DOCUMENT_NOT_EXPECTED');
    const status = verdict.kind === 'approve' ? '2' : '3';
    if (document.state.status === status && document.state.note === note) return { ok: true, document };
    const why = verdict.kind === 'approve' ? verdict.reason : undefined;
    const was = document.state.status === '3' && verdict.kind === 'approve' ? (document.state.note ?? '') : undefined;
    if (was !== undefined && why === undefined)
      return refuse('VALIDATION', { fields: { reason: afterRejection(was) } });
    const at = new Date(runtime.now());
    const state = { status, note, updated: at.toISOString() } as const;
    await updateDocumentStates(connection, document.accountId, { [document.field]: state });
    const event = verdict.kind === 'approve' ? 'document_approved' : 'document_rejected';
    const { details, ...record } = recordOf(document, event);
    const reasons = { ...(was !== undefined && { rejected: was }), ...(why !== undefined && { why }) };
    await writeAudit(connection, { ...record, details: { ...details, ...reasons }, id: runtime.newId(), at, actor });
    const data = { document: document.field, ...(note !== null && { reason: note }) };
    await tellCustomer(connection, parts, { accountId: document.accountId, code: event, data });
    await tellServer(connection, document.accountId);
    return { ok: true, document: { ...document, state } };
  }, longestLockWait);
}

const afterRejection = (note: string) =>
  `It was rejected (${note}). Use --reason to say why it is approved after all. The audit log records it.`;

/**
 * Opens a document for an operator. The audit record is written before the document is returned. Problem: NOT_FOUND.
 * Throws `StorageUnavailable`, and `WrongKey` if the document cannot be decrypted.
 */
export async function viewDocument(
  { database, runtime, actor, documents }: Omit<ReviewParts, 'siteUrl'> & { documents: Pick<SealedDocuments, 'get'> },
  id: string,
): Promise<Result<{ document: DocumentRow; bytes: Buffer }>> {
  const document = await loadDocument(database, id);
  if (!document) return refuse('NOT_FOUND');
  const bytes = await documents.get(id);
  const at = new Date(runtime.now());
  await writeAudit(database, { ...recordOf(document, 'document_viewed'), id: runtime.newId(), at, actor });
  return { ok: true, document, bytes };
}

function recordOf({ id, accountId, field }: DocumentRow, event: AuditRecord['event']) {
  return { event, accountId, details: { document: id, field } };
}
