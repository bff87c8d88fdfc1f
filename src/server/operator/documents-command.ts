import { writeFile } from 'node:fs/promises';
import type { Problem } from '../../lib/contract/problem.ts';
import { storageName, StorageUnavailable } from '../documents/document-storage.ts';
import type { DocumentRow } from '../documents/documents-rows.ts';
import { listDocuments } from '../documents/documents-rows.ts';
import type { ReviewParts } from '../documents/review-documents.ts';
import { reviewDocument, viewDocument } from '../documents/review-documents.ts';
import type { SealedDocuments } from '../documents/sealed-documents.ts';
import { WrongKey } from '../documents/sealed-documents.ts';
import { deleteStray, findStrays } from '../documents/stray-documents.ts';
import type { Read } from './command/command-area.ts';
import { noCommand } from './command/command-area.ts';
import { findId, idFault, readId } from './command/find-id.ts';
import type { CommandOutcome } from './command/operate.ts';
import { readArguments, readEmail, readReason } from './command/read-arguments.ts';
import type { TableColumn } from './command/text-table.ts';
import { tableOutcome, whenText } from './command/text-table.ts';

/** What an operator wants of documents. An id may be the beginning of one; a stray has a whole name. */
export type DocumentsWish =
  | { kind: 'list'; email: string | null }
  | { kind: 'view'; id: string; out: string }
  | { kind: 'approve'; id: string; reason?: string }
  | { kind: 'reject'; id: string; note: string }
  | { kind: 'strays' }
  | { kind: 'delete-stray'; id: string };

const options = {
  email: { type: 'string' },
  out: { type: 'string' },
  note: { type: 'string' },
  reason: { type: 'string' },
} as const;

/** What each takes besides its id. */
const taken = {
  list: ['email'],
  view: ['out'],
  approve: ['reason'],
  reject: ['note'],
  strays: [],
  'delete-stray': [],
} as const satisfies Record<DocumentsWish['kind'], readonly (keyof typeof options)[]>;
const isKind = (word: string): word is DocumentsWish['kind'] => Object.hasOwn(taken, word);

/** What is typed behind `operator documents`. */
export function readDocumentsWish(args: readonly string[]): Read<DocumentsWish> {
  const read = readArguments(args, options);
  if (!read.ok) return read;
  const { email: typed, out, note, reason } = read.values;
  const [kind, first = '', more] = read.positionals;
  if (args.length === 0) return { ok: false, why: null };
  if (kind === undefined) return refuse('What is to be done is missing.');
  if (!isKind(kind)) return refuse(noCommand({ name: kind, area: 'documents', commands: Object.keys(taken) }));
  const allowed: readonly string[] = taken[kind];
  const foreign = Object.keys(read.values).find((name) => !allowed.includes(name));
  if (foreign !== undefined) return refuse(`${kind} takes no --${foreign}.`);
  if (more !== undefined) return refuse(`${kind} takes no ${more}.`);
  if (kind === 'list' || kind === 'strays') {
    if (first !== '') return refuse(`${kind} takes no ${first}.`);
    const email = readEmail(typed);
    if (typed !== undefined && email === null) return refuse(`${typed} is no email.`);
    return { ok: true, wish: kind === 'list' ? { kind, email } : { kind } };
  }
  if (kind === 'delete-stray') {
    const isName = storageName.test(first);
    return isName ? { ok: true, wish: { kind, id: first } } : refuse('A stray is named by its whole name.');
  }
  const id = readId(first);
  if (id === null) return refuse(idFault(first, 'document'));
  if (kind === 'approve') return readApproval(id, reason);
  if (kind === 'view')
    return out ? { ok: true, wish: { kind, id, out } } : refuse('--out is missing: the file to write.');
  return note
    ? { ok: true, wish: { kind: 'reject', id, note } }
    : refuse('--note is missing: it is what the customer reads.');
}

/** Only a document that was rejected wants a reason. */
function readApproval(id: string, typed: string | undefined): Read<DocumentsWish> {
  if (typed === undefined) return { ok: true, wish: { kind: 'approve', id } };
  const why = readReason(typed, 'it stands in the audit log');
  return why.ok ? { ok: true, wish: { kind: 'approve', id, reason: why.reason } } : why;
}

const refuse = (why: string) => ({ ok: false, why }) as const;

export interface DocumentsCommandParts extends ReviewParts {
  documents: Pick<SealedDocuments, 'get' | 'namesBefore' | 'delete'>;
}

/** Does it, and says in words how that went. */
export async function carryOutWish(parts: DocumentsCommandParts, wish: DocumentsWish): Promise<CommandOutcome> {
  if (wish.kind === 'list') {
    const rows = await listDocuments(parts.database, wish.email);
    return tableOutcome(columns, rows);
  }
  if (wish.kind === 'strays') return orInWords(listStrays(parts));
  if (wish.kind === 'delete-stray') return orInWords(removeStray(parts, wish.id));
  const found = await findId(parts.database, { table: 'documents', what: 'document', id: wish.id });
  if (!found.ok) return found;
  if (wish.kind === 'view') return orInWords(view(parts, { ...wish, id: found.id }));
  const reviewed = await reviewDocument(parts, found.id, wish);
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

const columns: readonly TableColumn<DocumentRow>[] = [
  { title: 'id', of: ({ id }) => id },
  { title: 'uploaded (UTC)', of: ({ uploadedAt }) => whenText(uploadedAt) },
  { title: 'state', of: ({ isNewest, state }) => (isNewest ? words[state.status] : 'replaced') },
  { title: 'document', of: ({ field }) => field },
  { title: 'kind', of: ({ mediaType }) => mediaType },
  { title: 'bytes', of: ({ bytes }) => String(bytes), isRight: true },
  { title: 'customer', of: ({ email }) => email },
];

function refusalText({ code, fields }: Problem): string {
  if (code === 'NOT_FOUND') return 'There is no document with this id.';
  if (code === 'DOCUMENT_NOT_EXPECTED')
    return 'The customer has sent another file for this document since: look at that one.';
  return Object.values(fields ?? {}).join(' ') || code;
}
