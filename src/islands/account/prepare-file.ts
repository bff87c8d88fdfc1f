import { longestDocumentBytes } from '../../lib/contract/accounts/document-kinds.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';
import { scalePhoto } from './documents/scale-photo.ts';

/** A file that can be sent, or why it cannot: it is none of the kinds, or a PDF that is too large. */
export type PreparedFile = { ok: true; file: File; isRedrawn: boolean } | { ok: false; problem: ProblemCode };

/** A photo that needs more memory than a phone has is not opened. */
const longestPhotoBytes = 60 * 1024 * 1024;

/**
 * Makes of a file what the server takes: JPEG and PDF as they are, by their content and not by their name; a photo that is too large, or
 * of another kind that this browser can show, as a JPEG that is not. The server looks again: this is for comfort.
 */
export async function prepareFile(file: File): Promise<PreparedFile> {
  const kind = await kindOf(file);
  const fits = file.size <= longestDocumentBytes;
  if (kind === 'pdf' && !fits) return { ok: false, problem: 'FILE_TOO_LARGE' };
  if (kind === 'pdf' || (kind === 'jpeg' && fits)) return { ok: true, file, isRedrawn: false };
  return redrawPhoto(file);
}

/** The photo as this browser shows it, and nothing else that was in its file. */
export async function redrawPhoto(file: File): Promise<PreparedFile> {
  const photo = file.size <= longestPhotoBytes ? await scalePhoto(file, longestDocumentBytes) : null;
  return photo ? { ok: true, file: photo, isRedrawn: true } : { ok: false, problem: 'FILE_NOT_SUPPORTED' };
}

async function kindOf(file: File): Promise<'jpeg' | 'pdf' | 'other'> {
  const start = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  const begins = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  // %PDF-
  return begins(0x25, 0x50, 0x44, 0x46, 0x2d) ? 'pdf' : 'other';
}
