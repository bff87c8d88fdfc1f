import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Three pages, one of them a draft, and the settings that pages need: enough for a server whose texts are not tested.
 */
export const smallContentDir = fileURLToPath(new URL('./small-content', import.meta.url));

export interface EditedContent {
  folder: string;
  write: (name: string, text: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
  discard: () => Promise<void>;
}

/** A copy in a temporary folder, for a test that edits it. */
export async function copySmallContent(): Promise<EditedContent> {
  const folder = await mkdtemp(join(tmpdir(), 'content-'));
  await cp(smallContentDir, folder, { recursive: true });
  return {
    folder,
    write: (name, text) => writeFile(join(folder, name), text),
    remove: (name) => rm(join(folder, name), { recursive: true }),
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}
