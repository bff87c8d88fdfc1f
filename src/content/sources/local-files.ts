import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked } from 'marked';
import { parse } from 'yaml';
import { cleanHtml } from '../texts/clean-html.ts';
import type { ContentFault } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';
import type { ContentPart } from './assemble-content.ts';

/**
 * Reads the YAML files of a folder. Invalid YAML is recorded in `faults` and read as empty, so that all faults are
 * reported at once.
 */
export interface LocalFiles {
  readonly faults: ContentFault[];
  /** `file` is relative to the folder and also names the part. Undefined: no such file. */
  read: (file: string) => Promise<ContentPart | undefined>;
  /**
   * The folders of pages, at any depth, sorted: `about`, `guides/forex`. A folder that only holds folders is no page.
   */
  pagesIn: (folder: string) => Promise<string[]>;
  /** Records a fault for each YAML file that is not known, because a file with a mistyped name would go unnoticed. */
  refuseOthers: (folder: string, known: readonly string[]) => Promise<void>;
}

export function createLocalFiles(root: string): LocalFiles {
  const faults: ContentFault[] = [];
  return {
    faults,
    async read(file) {
      const text = await textOf(join(root, file));
      if (text === undefined) return undefined;
      try {
        return { path: file, value: withHtml(parse(text)) };
      } catch (fault) {
        const found = fault instanceof Error ? (fault.message.split('\n')[0] ?? '') : String(fault);
        faults.push({ path: file, expected: 'YAML', found });
        return undefined;
      }
    },
    pagesIn: async (folder) => (await pagesBelow(join(root, folder))).sort(),
    async refuseOthers(folder, known) {
      const others = (await listed(join(root, folder))).filter(
        ({ name }) => /\.ya?ml$/.test(name) && !known.includes(name),
      );
      for (const { name } of others) {
        faults.push({ path: `${folder}/${name}`, expected: known.join(', '), found: 'a file that nothing reads' });
      }
    },
  };
}

/** Deeper than a slug can be, so that a page in too many folders is refused and not overlooked. */
const deepest = 6;

async function pagesBelow(folder: string, depth = 1): Promise<string[]> {
  const folders = (await listed(folder)).filter((entry) => entry.isDirectory());
  const pages = await Promise.all(
    folders.map(async ({ name }) => {
      const inside = await listed(join(folder, name));
      const isPage = inside.some((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name));
      const hasFolders = inside.some((entry) => entry.isDirectory());
      const below = depth < deepest ? await pagesBelow(join(folder, name), depth + 1) : [];
      return [...(isPage || (!hasFolders && depth === 1) ? [name] : []), ...below.map((one) => `${name}/${one}`)];
    }),
  );
  return pages.flat();
}

function listed(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((fault: unknown) => {
    throw new ContentUnavailable(`${folder} cannot be read`, { cause: fault });
  });
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined;
    throw new ContentUnavailable(`${file} cannot be read`, { cause: fault });
  }
}

/** Converts every `markdown` to `html`, unless both are present, which the schema refuses. All `html` is sanitised. */
function withHtml(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHtml);
  if (typeof value !== 'object' || value === null) return value;
  const isBoth = 'html' in value && 'markdown' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      if (key === 'markdown' && typeof inner === 'string' && !isBoth)
        return ['html', cleanHtml(marked.parse(inner, { async: false }))];
      if (key === 'html' && typeof inner === 'string') return [key, cleanHtml(inner)];
      return [key, withHtml(inner)];
    }),
  );
}
