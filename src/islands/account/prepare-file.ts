import { longestDocumentBytes } from '../../lib/contract/accounts/document-kinds.ts';
import type { ProblemCode } from '../../lib/contract/problem.ts';

/** A file that can be sent, or why it cannot: unsupported type, or too large and not to be made smaller. */
type PreparedFile = { ok: true; file: File; isRedrawn: boolean } | { ok: false; problem: ProblemCode };

/** Larger photos are not opened: decoding them may need more memory than a phone has. */
const longestPhotoBytes = 60 * 1024 * 1024;

/**
 * Turns a file into one that the server accepts. JPEGs and PDFs, recognised by their content rather than their name,
 * stay unchanged. A photo that is too large, or of another type that this browser can display, is re-encoded as a
 * smaller JPEG. This is only a convenience: the server checks again.
 */
export async function prepareFile(file: File): Promise<PreparedFile> {
  const kind = await kindOf(file);
  const fits = file.size <= longestDocumentBytes;
  if (kind === 'pdf' && !fits) return { ok: false, problem: 'FILE_TOO_LARGE' };
  if (kind === 'pdf' || (kind === 'jpeg' && fits)) return { ok: true, file, isRedrawn: false };
  const redrawn = await redrawPhoto(file);
  return redrawn.ok || kind === 'other' ? redrawn : { ok: false, problem: 'FILE_TOO_LARGE' };
}

/** Re-encodes the photo from its pixels, which drops all other data in the file. */
export async function redrawPhoto(file: File): Promise<PreparedFile> {
  if (file.size > longestPhotoBytes) return { ok: false, problem: 'FILE_TOO_LARGE' };
  const photo = await scalePhoto(file, longestDocumentBytes);
  return photo ? { ok: true, file: photo, isRedrawn: true } : { ok: false, problem: 'FILE_NOT_SUPPORTED' };
}

async function kindOf(file: File): Promise<'jpeg' | 'pdf' | 'other'> {
  const start = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  const begins = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  // The bytes of `%PDF-`.
  return begins(0x25, 0x50, 0x44, 0x46, 0x2d) ? 'pdf' : 'other';
}

/** The longer edge in pixels and the JPEG quality. The first pair that produces a small enough file is used. */
const attempts = [
  [3000, 0.9],
  [2600, 0.85],
  [2200, 0.8],
  [1800, 0.75],
  [1400, 0.7],
] as const;

/** The photo as a JPEG of at most `longestBytes`, the right way up; null if this browser cannot show it. */
async function scalePhoto(file: File, longestBytes: number): Promise<File | null> {
  // Applies the rotation that the camera recorded.
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
  // A JPEG has no transparency: transparent areas would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
