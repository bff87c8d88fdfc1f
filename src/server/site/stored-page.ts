import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from './content-encoding.ts';
import { unzip } from './content-encoding.ts';

/** A page whose content is in files: one for each of its forms. */
export interface StoredPage {
  /** Whether the files are in the folder of the build; otherwise they are in the data folder. */
  isBuilt: boolean;
  /** The name of the file, to which each compressed form adds an ending. */
  name: string;
  /** The forms that have a file. A missing identity is made from gzip. */
  forms: readonly Encoding[];
  status: number;
  headers: Readonly<Record<string, string>>;
  /** A hash of the content. */
  hash: string;
  /** Whether it is only compressed quickly. */
  isQuick?: boolean;
}

/** What each form adds to the name. */
export const endings: Readonly<Record<Encoding, string>> = { identity: '', gzip: '.gz', br: '.br' };

/** Where pages are stored. */
export interface PageFolders {
  /** The folder of the build. */
  distDir: string;
  /** The folder of the pages that the server rendered. */
  pagesDir: string;
}

/** The folder in which a server keeps the pages that it rendered. */
export const renderedPagesDir = (dataDir: string) => join(dataDir, 'pages');

/** The file of one form of a page. */
export function formFile({ distDir, pagesDir }: PageFolders, { isBuilt, name }: StoredPage, form: Encoding): string {
  return join(isBuilt ? join(distDir, 'client') : pagesDir, name) + endings[form];
}

/** Reads a page in its plain form. */
export async function readPlain(folders: PageFolders, page: StoredPage): Promise<Buffer> {
  if (page.forms.includes('identity')) return readFile(formFile(folders, page, 'identity'));
  return unzip(await readFile(formFile(folders, page, 'gzip')));
}

/** The bytes of all forms of a page; 0 if it has lost its files. */
export async function sizeOfPage(folders: PageFolders, page: StoredPage): Promise<number> {
  const files = page.forms.map((form) => stat(formFile(folders, page, form)));
  const sizes = await Promise.all(files).catch(() => []);
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Whether each form of a page has a file with content. */
export async function hasAllFiles(folders: PageFolders, page: StoredPage): Promise<boolean> {
  const files = page.forms.map((form) => stat(formFile(folders, page, form)));
  return (await Promise.all(files).catch(() => [{ size: 0 }])).every(({ size }) => size > 0);
}

/** Deletes the files of a page, unless the build made them. */
export async function deletePage(folders: PageFolders, page: StoredPage): Promise<void> {
  if (page.isBuilt) return;
  await Promise.all(page.forms.map((form) => rm(formFile(folders, page, form), { force: true })));
}

export const hashOfPage = (content: Buffer) => createHash('sha256').update(content).digest('base64url').slice(0, 22);
