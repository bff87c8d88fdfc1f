import { documentTypes } from '../../lib/contract/accounts/document-kinds.ts';
import type { DocumentSide, DocumentType } from '../../lib/contract/accounts/document-kinds.ts';
import type { User } from '../../lib/contract/entities.ts';

/** One file that the broker wants to see: where the account tells of it, and how it is sent. */
export interface DocumentPlace {
  field: 'doc_passport' | 'doc_address' | 'doc_funding_front' | 'doc_funding_back';
  type: DocumentType;
  side?: DocumentSide;
}

/** What is asked for, each with its places: the funding has two sides. */
export const askedDocuments: readonly { type: DocumentType; places: readonly DocumentPlace[] }[] = documentTypes.map(
  (type) =>
    type === 'funding'
      ? {
          type,
          places: [
            { field: 'doc_funding_front', type, side: 'front' },
            { field: 'doc_funding_back', type, side: 'back' },
          ],
        }
      : { type, places: [{ field: `doc_${type}`, type }] },
);

export type DocumentStatus = 'waiting' | 'processing' | 'approved' | 'rejected';

export interface DocumentFacts {
  status: DocumentStatus;
  /** Why it was rejected. */
  note: string | null;
  /** When the status changed, ISO 8601. */
  updated: string | null;
}

const statuses: readonly DocumentStatus[] = ['waiting', 'processing', 'approved', 'rejected'];

/** What became of a document, from the account's JSON text; what cannot be read is one that was never sent. */
export function documentFacts(user: User, field: DocumentPlace['field']): DocumentFacts {
  try {
    const { status, note, updated } = JSON.parse(user[field]) as Record<string, string | null | undefined>;
    return { status: statuses[Number(status)] ?? 'waiting', note: note ?? null, updated: updated ?? null };
  } catch {
    return { status: 'waiting', note: null, updated: null };
  }
}

/** Whether another file may be sent. */
export function isExpected({ status }: DocumentFacts): boolean {
  return status === 'waiting' || status === 'rejected';
}
