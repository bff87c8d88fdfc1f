import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPageReader } from '../../../src/server/site/page-reader.ts';
import { noRecords } from '../../../src/server/site/page-records.ts';
import type { PageStore } from '../../../src/server/site/page-store.ts';
import { loadRecords, openPageStore } from '../../../src/server/site/page-store.ts';
import type { SiteFile } from '../../../src/server/site/site-files.ts';
import { storedFile } from '../../../src/server/site/site-files.ts';
import { createSitePages } from '../../../src/server/site/site-pages.ts';
import type { PageFolders, StoredPage } from '../../../src/server/site/stored-page.ts';
import { deletePage } from '../../../src/server/site/stored-page.ts';

const headers = { 'content-type': 'text/html; charset=utf-8', 'x-test': 'kept' };
/** Text of 20 kB that compresses to about three quarters. */
const text = () => randomBytes(10_000).toString('hex');
const recordsOf = (pages: Record<string, StoredPage>) => ({
  answers: new Map([['["year"]', '2026']]),
  pages: new Map(
    Object.entries(pages).map(([path, page]) => [path, { asked: ['["year"]'], page, isOutdated: false }] as const),
  ),
});

let root: string;
let folders: PageFolders;
let store: PageStore;

const write = (content: string) => store.write({ content: Buffer.from(content), status: 200, headers });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'page-files-'));
  folders = { distDir: join(root, 'dist'), pagesDir: join(root, 'pages') };
  store = await openPageStore(folders);
});
afterEach(() => rm(root, { recursive: true }));

describe('the reader', () => {
  test('reads each form, and gives it at once the second time; plain pages are made from gzip', async () => {
    const reader = createPageReader(folders, { mostBytes: 1_000_000 });
    const content = text();
    const page = await write(content);
    expect(page.forms).toEqual(['gzip', 'br']);
    const [one, other] = await Promise.all([reader.read(page, 'identity'), reader.read(page, 'identity')]);
    expect(one).toBe(other);
    expect(one.content.toString()).toBe(content);
    expect(reader.read(page, 'identity')).toBe(one);
    const zipped = await reader.read(page, 'gzip');
    expect(gunzipSync(zipped.content).toString()).toBe(content);
    expect(zipped.etag).toBe(`"${page.hash}-gzip"`);
  });

  test('keeps no more than its bound, and forgets what was not asked for longest', async () => {
    const reader = createPageReader(folders, { mostBytes: 50_000 });
    const pages = await Promise.all([text(), text(), text()].map(write));
    const [first, second, third] = pages as [StoredPage, StoredPage, StoredPage];
    for (const page of [first, second, first, third]) await reader.read(page, 'identity');
    expect(reader.size).toBeLessThanOrEqual(50_000);
    expect(reader.read(first, 'identity')).not.toBeInstanceOf(Promise);
    expect(reader.read(second, 'identity')).toBeInstanceOf(Promise);
    reader.forget(first);
    expect(reader.read(first, 'identity')).toBeInstanceOf(Promise);
  });

  test('does not keep what was read before the page was forgotten', async () => {
    const reader = createPageReader(folders, { mostBytes: 1_000_000 });
    const page = await write(text());
    const reading = reader.read(page, 'br');
    reader.forget(page);
    await reading;
    expect(reader.size).toBe(0);
  });
});

describe('the store', () => {
  test('begins after a restart with the records that were kept, and deletes files that they do not name', async () => {
    const [kept, stray] = [await write(text()), await write(text())];
    await store.keep(recordsOf({ '/kept': kept }));
    const { records } = await openPageStore(folders);
    expect(records).toEqual(recordsOf({ '/kept': kept }));
    const files = await readdir(folders.pagesDir);
    expect(files.sort()).toEqual([`${kept.name}.br`, `${kept.name}.gz`, 'records.json']);
    expect(files).not.toContain(`${stray.name}.gz`);
    // A new page must not get the name of one that is served.
    expect(
      (await (await openPageStore(folders)).write({ content: Buffer.from('x'), status: 200, headers })).name,
    ).not.toBe(kept.name);
  });

  test.each(['{', '{"build":"of another time"}'])(
    'begins anew if its records are damaged or of another build',
    async (found) => {
      await store.keep(recordsOf({ '/old': await write(text()) }));
      await writeFile(join(folders.pagesDir, 'records.json'), found);
      expect((await loadRecords(folders)).records).toEqual(noRecords);
      await openPageStore(folders);
      expect(await readdir(folders.pagesDir)).toEqual(['records.json']);
    },
  );

  test('compresses a page better in place, and deletes a removed one', async () => {
    const page = await write('All that is gold does not glitter. '.repeat(2_000));
    expect(page.isQuick).toBe(true);
    const sizeOf = async () => (await readFile(join(folders.pagesDir, `${page.name}.br`))).length;
    const quick = await sizeOf();
    const { isQuick, ...improved } = await store.improve(page);
    expect([isQuick, improved.name]).toEqual([undefined, page.name]);
    expect(await sizeOf()).toBeLessThanOrEqual(quick);
    await deletePage(folders, page);
    expect(await readdir(folders.pagesDir)).toEqual([]);
  });
});

describe('a page that is not in memory', () => {
  let server: Server;
  let files: Map<string, SiteFile>;
  let faults: unknown[];

  const ask = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ port, path, ...options }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
        .once('error', reject)
        .end();
    });

  beforeEach(async () => {
    files = new Map();
    faults = [];
    const pages = createSitePages(files, { isSecure: () => false, onFault: (fault) => void faults.push(fault) });
    server = createServer((message, response) => {
      if (!pages.answer(message, response)) response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });
  afterEach(() => server.close());

  const serve = (path: string, page: StoredPage) =>
    files.set(path, storedFile(page, createPageReader(folders, { mostBytes: 100_000 })));

  test('is answered like any other: its form, its ETag, 304 and HEAD', async () => {
    const content = text();
    serve('/about', await write(content));
    const plain = await ask('/about');
    expect(plain.body.toString()).toBe(content);
    expect(plain.headers).toMatchObject({ 'x-test': 'kept', 'content-length': String(content.length) });
    const zipped = await ask('/about', { headers: { 'accept-encoding': 'gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).toString()).toBe(content);
    const again = { 'accept-encoding': 'gzip', 'if-none-match': String(zipped.headers.etag) };
    expect(await ask('/about', { headers: again })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    const head = await ask('/about', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    expect(head.headers['content-length']).toBe(zipped.headers['content-length']);
    expect(head.body).toHaveLength(0);
  });

  test('whose files go while it is read is answered by what is published then', async () => {
    const [old, next] = [await write('Old'), await write('New')];
    serve('/about', old);
    await deletePage(folders, old);
    const form = files.get('/about')!.form;
    files.set('/about', {
      ...files.get('/about')!,
      form: (encoding) => {
        serve('/about', next);
        return form(encoding);
      },
    });
    expect((await ask('/about')).body.toString()).toBe('New');
    expect(faults).toEqual([]);
  });

  test('whose files are gone for good is a fault of ours', async () => {
    const page = await write('Old');
    serve('/about', page);
    await deletePage(folders, page);
    expect((await ask('/about')).status).toBe(500);
    expect(faults).toHaveLength(1);
  });
});
