import { readFile } from 'node:fs/promises';
import type { Encoding } from './content-encoding.ts';
import type { SiteForm } from './site-form.ts';
import { prepareForm } from './site-form.ts';
import type { PageFolders, StoredPage } from './stored-page.ts';
import { formFile, readPlain } from './stored-page.ts';

/** Reads pages from their files, and keeps in memory what was asked for last. */
export interface PageReader {
  /** The form must be one that the page has. Returns a form that is in memory at once. */
  read: (page: StoredPage, encoding: Encoding) => SiteForm | Promise<SiteForm>;
  /** Forgets a page whose files have changed or are gone. */
  forget: (page: StoredPage) => void;
  /** The bytes of content in memory. */
  readonly size: number;
}

const encodings: readonly Encoding[] = ['identity', 'gzip', 'br'];
const nameOf = ({ isBuilt, name }: StoredPage, encoding: Encoding) => `${isBuilt ? 'built' : ''}/${name}/${encoding}`;

export function createPageReader(folders: PageFolders, { mostBytes }: { mostBytes: number }): PageReader {
  /** In the order of their last use. */
  const kept = new Map<string, SiteForm>();
  const reading = new Map<string, Promise<SiteForm>>();
  let size = 0;

  function drop(name: string): void {
    size -= kept.get(name)?.content.length ?? 0;
    kept.delete(name);
  }

  function keep(name: string, form: SiteForm): void {
    kept.set(name, form);
    size += form.content.length;
    for (const oldest of kept.keys()) {
      if (size <= mostBytes) break;
      drop(oldest);
    }
  }

  async function load(page: StoredPage, encoding: Encoding): Promise<SiteForm> {
    const isPlain = encoding === 'identity';
    const content = await (isPlain ? readPlain(folders, page) : readFile(formFile(folders, page, encoding)));
    return prepareForm({ content, hash: page.hash, headers: page.headers, encoding });
  }

  /** Everybody who asks for a form while it is being read gets the same one. */
  function readOnce(name: string, page: StoredPage, encoding: Encoding): Promise<SiteForm> {
    const started: Promise<SiteForm> = load(page, encoding)
      .then((form) => {
        // Forgotten meanwhile: it may be what the file was before.
        if (reading.get(name) === started) keep(name, form);
        return form;
      })
      .finally(() => {
        if (reading.get(name) === started) reading.delete(name);
      });
    reading.set(name, started);
    return started;
  }

  return {
    read(page, encoding) {
      const name = nameOf(page, encoding);
      const form = kept.get(name);
      if (!form) return reading.get(name) ?? readOnce(name, page, encoding);
      kept.delete(name);
      kept.set(name, form);
      return form;
    },
    forget(page) {
      for (const encoding of encodings) {
        drop(nameOf(page, encoding));
        reading.delete(nameOf(page, encoding));
      }
    },
    get size() {
      return size;
    },
  };
}
