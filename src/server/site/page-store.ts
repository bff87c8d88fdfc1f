import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSequence } from '../throttle/one-at-a-time.ts';
import { builtRecordsFile } from './build-notes.ts';
import type { Effort, Encoding } from './content-encoding.ts';
import { compressedForms } from './content-encoding.ts';
import type { PackedRecords, PageRecord, SiteRecords } from './page-records.ts';
import { noRecords, packRecords, unpackRecords } from './page-records.ts';
import type { RenderedPage } from './send-rendered.ts';
import type { PageFolders, StoredPage } from './stored-page.ts';
import { deletePage, endings, formFile, hashOfPage, hasAllFiles, readPlain } from './stored-page.ts';

/** Writes rendered pages, and the records by which a restart knows which of them are still right. */
export interface PageStore {
  /** The records that were kept last for this build; otherwise those of the build. */
  records: SiteRecords;
  /** Writes a page, quickly compressed. */
  write: (page: Pick<RenderedPage, 'content'> & Pick<StoredPage, 'status' | 'headers'>) => Promise<StoredPage>;
  /** Compresses a page as well as possible, in place; returns how it is stored then. */
  improve: (page: StoredPage) => Promise<StoredPage>;
  /** From now on a restart begins with these records. */
  keep: (records: SiteRecords) => Promise<void>;
  remove: (page: StoredPage) => Promise<void>;
}

interface KeptRecords {
  build: string;
  nextName: number;
  records: PackedRecords;
}

const recordsFile = 'records.json';

async function readKept({ distDir, pagesDir }: PageFolders) {
  const [built, stamp, kept] = await Promise.all(
    [join(distDir, builtRecordsFile), join(distDir, 'build.json'), join(pagesDir, recordsFile)].map((file) =>
      readFile(file, 'utf8').catch(() => null),
    ),
  );
  // Pages of another build have other scripts and styles.
  const build = createHash('sha256')
    .update(JSON.stringify([built, stamp]))
    .digest('base64url');
  const found = parsed(kept ?? null);
  return { build, built: built ?? null, kept: found?.build === build ? found : null };
}

/** The records with which a server starts, and those of the build. */
export async function loadRecords(folders: PageFolders): Promise<{ records: SiteRecords; built: SiteRecords }> {
  const found = await readKept(folders);
  const built = found.built === null ? noRecords : unpackRecords(JSON.parse(found.built) as PackedRecords);
  return { records: found.kept ? unpackRecords(found.kept.records) : built, built };
}

/** Opens the store, and deletes files of pages that nothing names: a crash or another build left them. */
export async function openPageStore(folders: PageFolders): Promise<PageStore> {
  const { pagesDir } = folders;
  const { build, kept } = await readKept(folders);
  const records = await withoutLostFiles((await loadRecords(folders)).records, folders);
  const inTurn = createSequence();
  let nextName = kept?.nextName ?? 0;
  await mkdir(pagesDir, { recursive: true, mode: 0o700 });
  const named = [...records.pages.values()].flatMap(({ page }) => (page && !page.isBuilt ? [page] : []));
  const wanted = new Set([
    recordsFile,
    ...named.flatMap(({ name, forms }) => forms.map((form) => name + endings[form])),
  ]);
  const strays = (await readdir(pagesDir)).filter((name) => !wanted.has(name));
  await Promise.all(strays.map((name) => rm(join(pagesDir, name), { force: true, recursive: true })));

  /** Written to a new file first, so that neither a reader nor a crash meets half a file. */
  async function replace(file: string, bytes: Buffer | string): Promise<void> {
    await writeFile(`${file}.new`, bytes, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  async function writeForms(page: Omit<StoredPage, 'forms'>, plain: Buffer, effort: Effort): Promise<StoredPage> {
    const { br, gzip } = await compressedForms(plain, effort);
    const made: [Encoding, Buffer | undefined][] = [
      ['identity', gzip ? undefined : plain],
      ['gzip', gzip],
      ['br', br],
    ];
    const bytes = made.filter((one): one is [Encoding, Buffer] => one[1] !== undefined);
    const forms = bytes.map(([form]) => form);
    const stored = { ...page, forms, ...(gzip && effort === 'quick' && { isQuick: true }) };
    await Promise.all(bytes.map(([form, content]) => replace(formFile(folders, stored, form), content)));
    return stored;
  }

  return {
    records,
    write: ({ content, status, headers }) =>
      writeForms(
        { isBuilt: false, name: `${nextName++}.html`, status, headers, hash: hashOfPage(content) },
        content,
        'quick',
      ),
    async improve({ isQuick: _isQuick, ...page }) {
      const improved = await writeForms(page, await readPlain(folders, page), 'best');
      // The old forms are what readers know of this page until the records are kept again.
      return { ...improved, forms: page.forms };
    },
    keep: (next) =>
      inTurn(() =>
        replace(join(pagesDir, recordsFile), JSON.stringify({ build, nextName, records: packRecords(next) })),
      ),
    remove: (page) => deletePage(folders, page),
  };
}

/** A page is rendered again if its files are missing or empty: after a power cut, or in a folder copied in part. */
async function withoutLostFiles({ pages, answers }: SiteRecords, folders: PageFolders): Promise<SiteRecords> {
  const checked = await Promise.all(
    [...pages].map(async ([path, record]): Promise<[string, PageRecord]> => {
      const { page } = record;
      const isLost = page !== null && !page.isBuilt && !(await hasAllFiles(folders, page));
      return [path, isLost ? { ...record, page: null, isOutdated: true } : record];
    }),
  );
  return { pages: new Map(checked), answers };
}

function parsed(text: string | null): KeptRecords | null {
  try {
    return text === null ? null : (JSON.parse(text) as KeptRecords);
  } catch {
    return null;
  }
}
