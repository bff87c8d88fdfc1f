import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkContent } from '../../content/check-content.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { siteContent } from '../../content/model/site-content.ts';

export interface ContentOnDisk {
  file: string;
  content: SiteContent;
  /** When the source had this content. */
  from: Date;
}

/** The last good copy of the content on disk, shown while the source does not answer. */
export interface ContentCopy {
  /** Null: there is no copy from this source, or none that still satisfies the model. */
  load: () => Promise<ContentOnDisk | null>;
  /** `from`: when the source had this content; by default now. */
  save: (content: SiteContent, from?: Date) => Promise<void>;
}

/** The copies that exist, newest first. */
export async function loadCopies(copies: readonly Pick<ContentCopy, 'load'>[]): Promise<ContentOnDisk[]> {
  const loaded = await Promise.all(copies.map((copy) => copy.load()));
  return loaded.filter((one) => one !== null).sort((one, other) => Number(other.from) - Number(one.from));
}

/** The file of the server's copy. */
export const contentCopyFile = (dataDir: string) => join(dataDir, 'content', 'copy.json');

/**
 * The file of the content that a build's pages show: used if a server starts without a copy while the source does not
 * answer.
 */
export const builtCopyFile = (distDir: string) => join(distDir, 'content.json');

/**
 * `source` names the content's source, so that a copy from another source is not used. The copy in the data folder is
 * readable only by this user; a build's copy may be served by another user.
 */
export function createContentCopy(file: string, source: string, isPrivate = false): ContentCopy {
  return {
    async load() {
      const text = await readFile(file, 'utf8').catch(() => null);
      if (text === null) return null;
      const copy = parsed(text);
      if (copy?.source !== source) return null;
      const checked = checkContent(siteContent, copy.content, 'copy');
      return checked.ok ? { file, content: checked.value, from: (await stat(file)).mtime } : null;
    },
    async save(content, from) {
      await mkdir(dirname(file), { recursive: true, ...(isPrivate && { mode: 0o700 }) });
      // Written to a new file first, so that a crash never leaves half a copy.
      await writeFile(`${file}.new`, JSON.stringify({ source, content }), isPrivate ? { mode: 0o600 } : {});
      if (from) await utimes(`${file}.new`, from, from);
      await rename(`${file}.new`, file);
    },
  };
}

function parsed(text: string): { source?: unknown; content?: unknown } | null {
  try {
    return JSON.parse(text) as { source?: unknown; content?: unknown };
  } catch {
    return null;
  }
}
