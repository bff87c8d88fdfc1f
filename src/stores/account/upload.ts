import { documentFilesField } from '../../lib/contract/accounts/document-kinds.ts';
import { upload } from '../../lib/contract/accounts/account-endpoints.ts';
import type { User } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { readAnswer } from '../api.ts';
import { expectChange } from '../authentication.ts';
import { apiOrigin } from '../realtime/api-origin.ts';
import { $session } from '../session.ts';
import type { DocumentPlace } from './documents.ts';

export interface UploadOptions {
  file: File;
  /** Hears how much of it has left, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Breaks it off. */
  signal: AbortSignal;
}

/** A slow line may take its time; one on which nothing has moved for so long hangs. The server looks at what came no longer than that. */
export const longestStallMs = 30_000;

/**
 * Sends a document, and takes over the account as it is then. `FILE_NOT_SUPPORTED` is the file's fault, `DOCUMENT_NOT_EXPECTED` one of
 * an older page; `UNAVAILABLE` where the server was not reached, the line hung, or it was broken
 * off: the server may have had all of it then.
 */
export async function uploadDocument({ type, side }: DocumentPlace, options: UploadOptions): Promise<Result> {
  const accessToken = $session.get()?.access_token;
  const takeUser = expectChange();
  const form = new FormData();
  form.append('type', type);
  if (side) form.append('side', side);
  form.append(documentFilesField, options.file);
  const result = readAnswer(await send(form, accessToken, options), accessToken);
  if (!result.ok) return result;
  takeUser(result.data as User);
  return { ok: true };
}

/** By the older of the two ways to make a request: the other one tells nothing of how far a body has left. */
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
