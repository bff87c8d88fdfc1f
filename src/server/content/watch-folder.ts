import { watch } from 'node:fs';

/** Calls back when something in a folder changes, at any depth; returns how to stop it. A folder that is not there never changes. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  try {
    const watcher = watch(folder, { recursive: true, persistent: false }, onChange);
    // It may be taken away while it is watched: the next regular pull sees what is there then.
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
