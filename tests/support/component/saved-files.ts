import { vi } from 'vitest';

interface SavedFile {
  name: string;
  content: Blob;
}

/**
 * Collects the files that the page saves from now on; the browser itself saves nothing. `vi.restoreAllMocks` ends this.
 */
export function collectSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  let newest: Blob | undefined;
  const makeUrl = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    newest = content as Blob;
    return makeUrl(content);
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (newest) saved.push({ name: this.download, content: newest });
  });
  return saved;
}
