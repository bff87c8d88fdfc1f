import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Problem } from '../../lib/contract/problem.ts';
import { storageName as documentId, StorageUnavailable } from '../documents/document-storage.ts';
import type { DocumentRow } from '../documents/documents-rows.ts';
import { listDocuments } from '../documents/documents-rows.ts';
import type { ReviewParts } from '../documents/review-documents.ts';
import { reviewDocument, viewDocument } from '../documents/review-documents.ts';
import type { SealedDocuments } from '../documents/sealed-documents.ts';
import { WrongKey } from '../documents/sealed-documents.ts';
import { deleteStray, findStrays } from '../documents/stray-documents.ts';
import type { CommandOutcome } from './operate.ts';

/** What an operator wants of documents. */
export type DocumentsWish =
  | { kind: 'list'; email: string | null }
  | { kind: 'view'; id: string; out: string }
  | { kind: 'approve'; id: string }
  | { kind: 'reject'; id: string; note: string }
  | { kind: 'strays' }
  | { kind: 'delete-stray'; id: string };

const options = { email: { type: 'string' }, out: { type: 'string' }, note: { type: 'string' } } as const;

/** What the arguments of `npm run documents` say; null where they say nothing that is understood. */
export function readDocumentsWish(args: readonly string[]): DocumentsWish | null {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return null;
  }
  const { email, out, note } = parsed.values;
  const [kind, id = '', ...more] = parsed.positionals;
  if (kind === 'list' && id === '') return { kind, email: email?.trim().toLowerCase() ?? null };
  if (kind === 'strays' && id === '') return { kind };
  if (more.length > 0 || !documentId.test(id)) return null;
  if (kind === 'view' && out) return { kind, id, out };
  if (kind === 'approve' || kind === 'delete-stray') return { kind, id };
  return kind === 'reject' && note ? { kind, id, note } : null;
}

export interface DocumentsCommandParts extends ReviewParts {
  documents: Pick<SealedDocuments, 'get' | 'namesBefore' | 'delete'>;
}

/** Does it, and says in words how that went. */
export async function carryOutWish(parts: DocumentsCommandParts, wish: DocumentsWish): Promise<CommandOutcome> {
  if (wish.kind === 'list') {
    const rows = await listDocuments(parts.database, wish.email);
    return { ok: true, text: rows.length > 0 ? rows.map(lineOf).join('\n') : 'There are none.' };
  }
  if (wish.kind === 'view') return orInWords(view(parts, wish));
  if (wish.kind === 'strays') return orInWords(listStrays(parts));
  if (wish.kind === 'delete-stray') return orInWords(removeStray(parts, wish.id));
  const reviewed = await reviewDocument(parts, wish.id, wish);
  if (!reviewed.ok) return { ok: false, text: refusalText(reviewed.problem) };
  const { field, email } = reviewed.document;
  return { ok: true, text: `${field} of ${email} is ${wish.kind === 'approve' ? 'approved' : 'rejected'}.` };
}

async function view(
  parts: DocumentsCommandParts,
  { id, out }: Extract<DocumentsWish, { kind: 'view' }>,
): Promise<CommandOutcome> {
  const opened = await viewDocument(parts, id);
  if (!opened.ok) return { ok: false, text: refusalText(opened.problem) };
  try {
    await writeFile(out, opened.bytes, { mode: 0o600, flag: 'wx' });
  } catch (fault) {
    return { ok: false, text: `${out} cannot be written: ${(fault as NodeJS.ErrnoException).code ?? 'no code'}` };
  }
  const { mediaType, field, email } = opened.document;
  return {
    ok: true,
    text: `${field} of ${email} is in ${out} (${mediaType}). Delete it when you have looked at it.`,
  };
}

async function listStrays(parts: DocumentsCommandParts): Promise<CommandOutcome> {
  const strays = await findStrays(parts);
  return { ok: true, text: strays.length > 0 ? strays.join('\n') : 'There are none.' };
}

async function removeStray(parts: DocumentsCommandParts, name: string): Promise<CommandOutcome> {
  const deleted = await deleteStray(parts, name);
  return deleted.ok
    ? { ok: true, text: `${name} is deleted.` }
    : { ok: false, text: 'No file with this name is a day old and of no document.' };
}

/** What an operator can put right is said in words. */
function orInWords(outcome: Promise<CommandOutcome>): Promise<CommandOutcome> {
  return outcome.catch((fault: unknown) => {
    if (fault instanceof WrongKey || fault instanceof StorageUnavailable) return { ok: false, text: fault.message };
    throw fault;
  });
}

const words = { '0': 'waiting', '1': 'processing', '2': 'approved', '3': 'rejected' } as const;

function lineOf({ id, email, field, mediaType, bytes, uploadedAt, state, isNewest }: DocumentRow): string {
  const status = isNewest ? words[state.status] : 'replaced';
  return [id, uploadedAt.toISOString(), status.padEnd(10), field.padEnd(17), mediaType, `${bytes} B`, email].join('  ');
}

function refusalText({ code, fields }: Problem): string {
  if (code === 'NOT_FOUND') return 'There is no document with this id.';
  if (code === 'DOCUMENT_NOT_EXPECTED')
    return 'The customer has sent another file for this document since: look at that one.';
  return Object.values(fields ?? {}).join(' ') || code;
}
