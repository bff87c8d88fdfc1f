import { upload } from '../../lib/contract/accounts/account-endpoints.ts';
import { documentFilesField, documentTypes } from '../../lib/contract/accounts/document-kinds.ts';
import type { DocumentSide, DocumentType } from '../../lib/contract/accounts/document-kinds.ts';
import type { User } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { readAnswer } from '../api.ts';
import { expectChange } from '../authentication.ts';
import { apiOrigin } from '../realtime/api-server.ts';
import { $session } from '../session.ts';

/** One file that the broker asks for: its field in the account, and how it is uploaded. */
export interface DocumentSlot {
  field: 'doc_passport' | 'doc_address' | 'doc_funding_front' | 'doc_funding_back';
  type: DocumentType;
  side?: DocumentSide;
}

/** The requested documents, each with its files; `funding` has two sides. */
export const requestedDocuments: readonly { type: DocumentType; slots: readonly DocumentSlot[] }[] = documentTypes.map(
  (type) =>
    type === 'funding'
      ? {
          type,
          slots: [
            { field: 'doc_funding_front', type, side: 'front' },
            { field: 'doc_funding_back', type, side: 'back' },
          ],
        }
      : { type, slots: [{ field: `doc_${type}`, type }] },
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

/** The state of a document, from the account's JSON text; unreadable text counts as a document that was never sent. */
export function documentFacts(user: User, field: DocumentSlot['field']): DocumentFacts {
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

export interface UploadOptions {
  file: File;
  /** Receives the fraction uploaded so far, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Aborts the upload. */
  signal: AbortSignal;
}

/**
 * A slow connection may take its time, but one without any progress for this long has stalled. The server also spends
 * no longer than this on checking the file.
 */
export const longestStallMs = 30_000;

/**
 * Uploads a document and applies the account that the server returns. `FILE_NOT_SUPPORTED`: the file is at fault.
 * `DOCUMENT_NOT_EXPECTED`: the page was out of date. `UNAVAILABLE`: the server was not reached, the connection stalled,
 * or the upload was aborted; the server may have received everything by then.
 */
export async function uploadDocument({ type, side }: DocumentSlot, options: UploadOptions): Promise<Result> {
  const accessToken = $session.get()?.access_token;
  const applyUser = expectChange();
  const form = new FormData();
  form.append('type', type);
  if (side) form.append('side', side);
  form.append(documentFilesField, options.file);
  const result = readAnswer(await send(form, accessToken, options), accessToken);
  if (!result.ok) return result;
  applyUser(result.data as User);
  return { ok: true };
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function send(
  form: FormData,
  accessToken: string | undefined,
  { onProgress, signal }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const waitFor = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), longestStallMs);
    };
    request.open(upload.method, apiOrigin + upload.path);
    request.setRequestHeader('authorization', `Bearer ${accessToken ?? ''}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => {
      waitFor();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => {
      clearTimeout(stall);
      resolve(request.response);
    };
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) resolve(null);
    else {
      waitFor();
      request.send(form);
    }
  });
}
