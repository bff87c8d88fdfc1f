/** How long the blob stays readable. */
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
  // Not immediately: some browsers have only started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), keepMs);
}
