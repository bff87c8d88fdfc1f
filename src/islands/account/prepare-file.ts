import { longestDocumentBytes } from '../../lib/contract/accounts/document-kinds.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';

/** A file that can be sent, or why it cannot: it is none of the kinds, or a PDF that is too large. */
type PreparedFile = { ok: true; file: File; isRedrawn: boolean } | { ok: false; problem: ProblemCode };

/** A photo that needs more memory than a phone has is not opened. */
const longestPhotoBytes = 60 * 1024 * 1024;

/**
 * Turns a file into one that the server takes. JPEG and PDF, told by their content and not by their name, stay as they
 * are. A photo that is too large, or of another kind that this browser can show, becomes a smaller JPEG. The server
 * checks again: this is for comfort.
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

/** The longer edge in pixels, and the quality of the JPEG. The first pair that gives a small enough file is used. */
const attempts = [
  [3000, 0.9],
  [2600, 0.85],
  [2200, 0.8],
  [1800, 0.75],
  [1400, 0.7],
] as const;

/** A photo as a JPEG of at most so many bytes, the right way up; null where this browser cannot show it. */
async function scalePhoto(file: File, longestBytes: number): Promise<File | null> {
  // Turned as the camera says.
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!photo) return null;
  try {
    for (const [edge, quality] of attempts) {
      const drawn = await draw(photo, edge, quality);
      if (drawn && drawn.size <= longestBytes)
        return new File([drawn], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' });
    }
    return null;
  } finally {
    photo.close();
  }
}

function draw(photo: ImageBitmap, edge: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, edge / Math.max(photo.width, photo.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // A JPEG has no transparency: what shines through would be black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
