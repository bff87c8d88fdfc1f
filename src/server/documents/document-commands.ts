import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Problem } from '../../lib/contract/problem.ts';
import type { Area, DeclaredArgument, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import { findId } from '../operator/ids-rows.ts';
import type { SiteSettings } from '../operator/known-site.ts';
import type { CommandOutcome, TableColumn } from '../operator/outcome.ts';
import { tableOutcome, whenText } from '../operator/outcome.ts';
import { idArgument, optionalEmail, reasonIfAny, requiredText } from '../operator/read-values.ts';
import { findMasterKey } from '../secrets/master-key.ts';
import { storageName, StorageUnavailable } from './document-storage.ts';
import type { DocumentsConfig } from './documents-config.ts';
import type { DocumentRow } from './documents-rows.ts';
import { listDocuments } from './documents-rows.ts';
import type { ReviewParts } from './review-documents.ts';
import { reviewDocument, viewDocument } from './review-documents.ts';
import type { SealedDocuments } from './sealed-documents.ts';
import { openDocuments, WrongKey } from './sealed-documents.ts';
import { deleteOrphan, findOrphans } from './orphan-documents.ts';

/** An operator's order about documents. `id` may be the beginning of an id; for an orphan it is the whole name. */
export type DocumentOrder =
  | { kind: 'list'; email: string | null }
  | { kind: 'view'; id: string; out: string }
  | { kind: 'approve'; id: string; reason?: string }
  | { kind: 'reject'; id: string; note: string }
  | { kind: 'strays' }
  | { kind: 'delete-stray'; id: string };

export interface DocumentsCommandParts extends ReviewParts {
  documents: Pick<SealedDocuments, 'get' | 'namesBefore' | 'delete'>;
}

/** Carries out an order; the outcome has the text for the operator. */
export async function carryOutDocumentOrder(
  parts: DocumentsCommandParts,
  order: DocumentOrder,
): Promise<CommandOutcome> {
  if (order.kind === 'list') {
    const rows = await listDocuments(parts.database, order.email);
    return tableOutcome(columns, rows);
  }
  if (order.kind === 'strays') return orInWords(listOrphans(parts));
  if (order.kind === 'delete-stray') return orInWords(removeOrphan(parts, order.id));
  const found = await findId(parts.database, { table: 'documents', what: 'document', id: order.id });
  if (!found.ok) return found;
  if (order.kind === 'view') return orInWords(view(parts, { ...order, id: found.id }));
  const reviewed = await reviewDocument(parts, found.id, order);
  if (!reviewed.ok) return { ok: false, text: refusalText(reviewed.problem) };
  const { field, email } = reviewed.document;
  return { ok: true, text: `${field} of ${email} is ${order.kind === 'approve' ? 'approved' : 'rejected'}.` };
}

async function view(
  parts: DocumentsCommandParts,
  { id, out }: Extract<DocumentOrder, { kind: 'view' }>,
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
    text: `${field} of ${email} is in ${out} (${mediaType}). Delete it after you have viewed it.`,
  };
}

async function listOrphans(parts: DocumentsCommandParts): Promise<CommandOutcome> {
  const strays = await findOrphans(parts);
  return { ok: true, text: strays.length > 0 ? strays.join('\n') : 'None found.' };
}

async function removeOrphan(parts: DocumentsCommandParts, name: string): Promise<CommandOutcome> {
  const deleted = await deleteOrphan(parts, name);
  return deleted.ok
    ? { ok: true, text: `Deleted ${name}.` }
    : { ok: false, text: 'No stray file with this name. Files count as stray after one day.' };
}

/** Turns errors that an operator can fix into text. */
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
    return 'The customer has since sent a newer file for this document. Review that one instead.';
  return Object.values(fields ?? {}).join(' ') || code;
}

type DocumentParts = OperatorParts<unknown, SiteSettings & DocumentsConfig & { secretKey: Buffer | null }>;

/** Opens the storage only when a command uses it, because only then the key is needed. */
function documentsOf({ config, database, runtime }: DocumentParts): DocumentsCommandParts['documents'] {
  const open = async () => {
    const masterKey = await findMasterKey({ config, database, runtime });
    return openDocuments({ config, masterKey, runtime });
  };
  return {
    get: async (id) => (await open()).get(id),
    namesBefore: async (before) => (await open()).namesBefore(before),
    delete: async (id) => (await open()).delete(id),
  };
}

const more = `Strays are files in the storage that are at least a day old and belong to no document of this database. They come
from a crash, or from another database that uses the same storage; only you can tell. The commands need the server's
SECRET_KEY and storage. The audit log records who viewed, decided or deleted what. Customers see changes immediately.`;

const carryOut = (parts: DocumentParts, order: DocumentOrder) =>
  carryOutDocumentOrder({ ...parts, siteUrl: parts.config.siteUrl, documents: documentsOf(parts) }, order);

const list = command({
  name: 'list',
  about: 'Lists documents that are waiting for review, or all documents of a customer.',
  options: { email: optionalEmail('all documents of this customer') },
  carryOut: (parts: DocumentParts, said) => carryOut(parts, { kind: 'list', ...said }),
});

const id = { ...idArgument('document'), missing: 'The id of a document is missing.' };

const viewCommand = command({
  name: 'view',
  about: 'Saves a document as a new file.',
  arguments: { id },
  options: { out: requiredText('file', 'the file to write', '--out is missing. Name the file to write.') },
  carryOut: (parts: DocumentParts, said) =>
    carryOut(parts, { kind: 'view', ...said, out: resolve(parts.cwd, said.out) }),
});

const approve = command({
  name: 'approve',
  about:
    'Approves a document. A rejected one needs a reason, for the audit log. To verify the customer, use customers verify.',
  arguments: { id },
  options: { reason: reasonIfAny('why a rejected document is approved after all') },
  carryOut: (parts: DocumentParts, { id, reason }) =>
    carryOut(parts, { kind: 'approve', id, ...(reason !== null && { reason }) }),
});

const noNote = '--note is missing. The customer reads it.';

const reject = command({
  name: 'reject',
  about: 'Rejects a document. The customer can send another one.',
  arguments: { id },
  options: { note: requiredText('what the customer reads', 'why; the customer reads it', noNote) },
  carryOut: (parts: DocumentParts, said) => carryOut(parts, { kind: 'reject', ...said }),
});

const strays = command({
  name: 'strays',
  about: 'Lists stray files.',
  carryOut: (parts: DocumentParts) => carryOut(parts, { kind: 'strays' }),
});

const orphanName: DeclaredArgument<string> = {
  title: 'name',
  missing: 'Give the full name of the stray file.',
  read: (typed) =>
    storageName.test(typed) ? { ok: true, value: typed } : { ok: false, why: 'Give the full name of the stray file.' },
};

const removeCommand = command({
  name: 'delete-stray',
  about: 'Deletes a stray file.',
  arguments: { id: orphanName },
  carryOut: (parts: DocumentParts, said) => carryOut(parts, { kind: 'delete-stray', ...said }),
});

const commands = [list, viewCommand, approve, reject, strays, removeCommand];

/** Commands about customers' documents. */
export const documentsArea = {
  name: 'documents',
  about: 'Documents that customers sent for verification.',
  commands,
  more,
} satisfies Area<DocumentParts>;
