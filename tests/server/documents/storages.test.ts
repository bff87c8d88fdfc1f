import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentStorage } from '../../../src/server/documents/document-storage.ts';
import { createFolderStorage, StorageUnavailable } from '../../../src/server/documents/document-storage.ts';
import { createS3Storage } from '../../../src/server/documents/s3-storage.ts';
import { openDocuments, WrongKey } from '../../../src/server/documents/sealed-documents.ts';
import type { S3Peer } from '../../support/documents/s3-peer.ts';
import { startS3Peer } from '../../support/documents/s3-peer.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const runtime = createTestRuntime();
const [one, two] = [runtime.newId(), runtime.newId()];
const dayMs = 86_400_000;

let folder: string;
let peer: S3Peer;

beforeAll(async () => {
  peer = await startS3Peer(runtime.now);
});
afterAll(() => peer.close());
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'storages-')), 'documents');
});
afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true });
  peer.objects.clear();
  peer.fault = null;
});

const kinds: [string, () => DocumentStorage][] = [
  ['a folder', () => createFolderStorage(folder)],
  ['an S3-compatible storage', () => createS3Storage(peer.address)],
];

describe.each(kinds)('%s', (_kind, open) => {
  test('gives back what was put, until it is deleted', async () => {
    const storage = open();
    await storage.put(one, Buffer.from('first'));
    await storage.put(two, Buffer.from('second'));
    expect([String(await storage.get(one)), String(await storage.get(two))]).toEqual(['first', 'second']);
    await storage.delete(one);
    await storage.delete(one);
    await expect(storage.get(one)).rejects.toThrow(StorageUnavailable);
    expect(String(await storage.get(two))).toBe('second');
  });

  test('lists nothing if it is empty', async () => {
    expect(await open().namesBefore(new Date(runtime.now()))).toEqual([]);
  });

  test.each(['../secret.key', '', '.', 'a/b', `${one}/..`, `${one}\u0000`, one.toUpperCase()])(
    'knows no name like %j',
    async (name) => {
      const storage = open();
      const asked = peer.asked.length;
      const acts = [() => storage.put(name, Buffer.alloc(1)), () => storage.get(name), () => storage.delete(name)];
      for (const act of acts) await expect((async () => act())()).rejects.toThrow('no name of a stored document');
      expect(peer.asked.length).toBe(asked);
    },
  );
});

test('a folder lists old files, and removes unfinished ones', async () => {
  const storage = createFolderStorage(folder);
  const now = Date.now();
  for (const name of [one, two]) await storage.put(name, Buffer.from('x'));
  await writeFile(join(folder, `${one}.part`), 'x');
  await writeFile(join(folder, 'somebody-elses.txt'), 'x');
  const old = new Date(now - 2 * dayMs);
  for (const file of [one, `${one}.part`, 'somebody-elses.txt']) await utimes(join(folder, file), old, old);
  expect(await storage.namesBefore(new Date(now - dayMs))).toEqual([one]);
  expect((await readdir(folder)).sort()).toEqual([one, two, 'somebody-elses.txt'].sort());
});

test('a folder and its files are private', async () => {
  await createFolderStorage(folder).put(one, Buffer.from('x'));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, one))).mode & 0o777).toBe(0o600);
});

test('an unusable folder leaves nothing behind', async () => {
  await mkdir(join(folder, '..'), { recursive: true });
  await writeFile(folder, 'a file');
  await chmod(folder, 0o600);
  await expect(createFolderStorage(folder).put(one, Buffer.from('x'))).rejects.toThrow(StorageUnavailable);
  expect(await readdir(join(folder, '..'))).toEqual(['documents']);
});

test('an S3-compatible storage gets signed requests by path, and lists in pages', async () => {
  const storage = createS3Storage(peer.address);
  peer.pageLength = 2;
  const names = Array.from({ length: 5 }, () => runtime.newId());
  for (const name of names) await storage.put(name, Buffer.from('x'));
  peer.objects.set('somebody-elses.txt', { bytes: Buffer.from('x'), changedAt: new Date(0) });
  expect(peer.asked).toContain(`PUT /documents-of-tests/${names[0] ?? ''}`);
  expect(await storage.namesBefore(new Date(runtime.now()))).toEqual([]);
  expect((await storage.namesBefore(new Date(runtime.now() + 1))).sort()).toEqual(names.sort());
  const stranger = createS3Storage({ ...peer.address, secret: 'a secret of somebody else' });
  await expect(stranger.get(names[0] ?? '')).rejects.toThrow('answered GET with 403');
});

test('an S3-compatible storage that fails or is away is unavailable, and its answer is not trusted', async () => {
  peer.fault = 503;
  for (const status of [503, 404, 301]) {
    peer.fault = status;
    await expect(createS3Storage(peer.address).put(one, Buffer.from('x'))).rejects.toThrow(StorageUnavailable);
  }
  const nowhere = createS3Storage({ ...peer.address, url: 'http://127.0.0.1:1' });
  await expect(nowhere.get(one)).rejects.toThrow('does not answer');
});

describe('what is sealed', () => {
  const masterKey = Buffer.alloc(32, 7);
  const openWith = (key: Buffer) =>
    openDocuments({ config: { dataDir: join(folder, '..'), documents: { s3: null } }, masterKey: key, runtime });

  test('opens with its key, and throws with another one', async () => {
    await openWith(masterKey).put(one, Buffer.from('a passport'));
    expect(String(await openWith(masterKey).get(one))).toBe('a passport');
    await expect(openWith(Buffer.alloc(32, 8)).get(one)).rejects.toThrow(WrongKey);
    await expect(openWith(Buffer.alloc(32, 8)).get(one)).rejects.toThrow('SECRET_KEY');
  });

  test('cannot replace another document', async () => {
    const documents = openWith(masterKey);
    await documents.put(one, Buffer.from('a passport'));
    const storage = createFolderStorage(folder);
    await storage.put(two, await storage.get(one));
    await expect(documents.get(two)).rejects.toThrow(WrongKey);
  });
});
