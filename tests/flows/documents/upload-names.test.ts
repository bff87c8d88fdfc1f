import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storageName } from '../../../src/server/documents/document-storage.ts';
import { forgetDocuments, keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg } from '../../support/documents/made-files.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

let shop: TestApp;
let accessToken: string;

beforeAll(async () => {
  shop = await createTestApp();
  ({ accessToken } = await shop.logIn('new@example.com'));
});
afterAll(() => shop.close());

/** The names of everything beside the documents folder and beside the data folder. */
async function everythingAround(): Promise<string[]> {
  const beside = (await readdir(shop.dataDir)).filter((name) => name !== 'documents');
  const above = (await readdir(join(shop.dataDir, '..'))).filter((name) => /photo|passwd|etc|php/.test(name));
  return [...beside, ...above].sort();
}

test.each([
  ['that leads out of the folder', '../../../../etc/passwd'],
  ['that leads out of it on Windows', '..\\..\\windows\\system32\\photo.jpg'],
  ['with a NUL', 'photo.php\u0000.jpg'],
  ['of another file type', 'photo.php'],
  ['of a thousand characters', `${'a'.repeat(1_000)}.jpg`],
])('a name %s does not matter: the file is stored under our own name', async (_what, name) => {
  const files = [{ bytes: await madeJpeg(), name, type: 'text/html' }];
  const around = await everythingAround();
  expect((await sendUpload(shop, { fields: { type: 'passport' }, files, accessToken })).status).toBe(200);
  const kept = await keptDocuments(shop);
  expect(kept.rows.at(-1)?.mediaType).toBe('image/jpeg');
  expect(kept.files.every((file) => storageName.test(file))).toBe(true);
  expect(await everythingAround()).toEqual(around);
  await forgetDocuments(shop);
});
