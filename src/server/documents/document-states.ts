import type { DocumentSide, DocumentType } from '../../lib/contract/accounts/document-kinds.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { DocumentField, DocumentStates } from './documents-rows.ts';

/**
 * Statuses in which a customer may send a document: waiting and rejected. Not while one is being reviewed, nor after
 * approval.
 */
const openStatuses = ['0', '3'];

const fundingSides: readonly DocumentField[] = ['doc_funding_front', 'doc_funding_back'];

export function isOpen(states: DocumentStates, field: DocumentField): boolean {
  return openStatuses.includes(states[field]?.status ?? '0');
}

/**
 * Documents that prove a customer's identity and address. Funding documents are not among them: they prove who pays
 * with a card.
 */
const proofs = [
  { field: 'doc_passport', name: 'the passport' },
  { field: 'doc_address', name: 'the proof of address' },
] as const;
const words = { '0': 'was never uploaded', '1': 'is waiting for review', '3': 'was rejected' } as const;

/** Lists, as text, the proofs of a customer that are not approved, each with its state; empty if all are approved. */
export function missingProofs(states: DocumentStates): string {
  const missing = proofs.flatMap(({ field, name }) => {
    const status = states[field]?.status ?? '0';
    return status === '2' ? [] : [`${name} ${words[status]}`];
  });
  return missing.join(', ');
}

export interface SentFiles {
  type: DocumentType;
  side: DocumentSide | undefined;
  /** How many files were sent. */
  count: number;
}

/**
 * Returns the account fields that the files belong to, in order. For `funding` the first file is the front and the
 * second the back, unless `side` names the side of a single file. Problem: VALIDATION with `files` or `side`.
 */
export function fieldsOf({ type, side, count }: SentFiles): Result<{ fields: DocumentField[] }> {
  if (count === 0) return refuse('VALIDATION', { fields: { files: 'A file is required' } });
  if (type === 'funding') {
    if (side === undefined) return { ok: true, fields: fundingSides.slice(0, count) };
    if (count > 1) return refuse('VALIDATION', { fields: { side: 'Send one file for each side' } });
    return { ok: true, fields: [`doc_funding_${side}`] };
  }
  if (side !== undefined) return refuse('VALIDATION', { fields: { side: 'Only proof of payment method has sides' } });
  if (count > 1) return refuse('VALIDATION', { fields: { files: 'Send one file' } });
  return { ok: true, fields: [`doc_${type}`] };
}
