/** How long the blob's URL stays valid. */
const keepMs = 60_000;

interface SavedFile {
  name: string;
  content: string | Blob | Uint8Array<ArrayBuffer>;
  type: 'text/csv' | 'text/plain' | 'application/pdf' | 'image/svg+xml' | 'image/png';
}

/** Makes the browser save a text or bytes as a file. */
export function saveFile({ name, content, type }: SavedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  // Not revoked immediately, because some browsers are still reading the blob.
  setTimeout(() => URL.revokeObjectURL(link.href), keepMs);
}
