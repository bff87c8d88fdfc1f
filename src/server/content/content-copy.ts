import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkContent } from '../../content/check-content.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { siteContent } from '../../content/model/site-content.ts';

export interface KeptContent {
  file: string;
  content: SiteContent;
  /** When its source held it. */
  from: Date;
}

/** The last good copy of the content on disk: what the site stands on while its source does not answer. */
export interface ContentCopy {
  /** Null: there is none of this source, or none that the model still knows. */
  load: () => Promise<KeptContent | null>;
  /** `from`: when the source held it; now, where nothing is said. */
  save: (content: SiteContent, from?: Date) => Promise<void>;
}

/** What there is of these copies, the newest first. */
export async function loadCopies(copies: readonly Pick<ContentCopy, 'load'>[]): Promise<KeptContent[]> {
  const loaded = await Promise.all(copies.map((copy) => copy.load()));
  return loaded.filter((one) => one !== null).sort((one, other) => Number(other.from) - Number(one.from));
}

/** Where a server keeps the copy. */
export const keptCopyFile = (dataDir: string) => join(dataDir, 'content', 'copy.json');

/**
 * What a build leaves of the content that its pages show: a start without a copy, while the source is silent, stands on
 * it.
 */
export const builtCopyFile = (distDir: string) => join(distDir, 'content.json');

/**
 * `source` names where the content is from: a copy of another one is not taken for it. What lies in the data folder is
 * private to this user; what a build leaves, another user may serve.
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
      // Whole or not at all, should the process end in between.
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
