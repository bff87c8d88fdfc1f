import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { openDocuments } from '../../../src/server/documents/sealed-documents.ts';
import { createOrphanCheck } from '../../../src/server/documents/orphan-documents.ts';
import type { DocumentOrder } from '../../../src/server/documents/document-commands.ts';
import { carryOutDocumentOrder, documentsArea } from '../../../src/server/documents/document-commands.ts';
import { forgetDocuments, keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg } from '../../support/documents/made-files.ts';
import { readTyped } from '../../support/read-typed.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, testMasterKey } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';
import { siteUrl } from '../../support/payments/settling-parts.ts';

const runtime = createTestRuntime();
const dayMs = 86_400_000;
const nobody = '00000000-0000-4000-8000-000000000000';

let database: Database;
let shop: TestApp;
let accessToken: string;
/** Runs between the work of the next database transaction and its commit. */
let beforeCommit: (() => Promise<void>) | null = null;
/** Settles when the commit whose answer was lost has happened. */
let committed: Promise<unknown>;

/** A database transaction whose commit times out for the caller, but happens later. */
function transactionCutOff<Value>(
  work: Parameters<Database['transaction']>[0],
  settings?: Readonly<Record<string, string>>,
): Promise<Value> {
  const hold = beforeCommit;
  if (!hold) return database.transaction(work, settings) as Promise<Value>;
  beforeCommit = null;
  return new Promise((_resolve, reject) => {
    committed = database.transaction(async (connection) => {
      const value = await work(connection);
      reject(new Error('Query read timeout'));
      await hold();
      return value;
    }, settings);
  });
}

beforeAll(async () => {
  database = await openTestDatabase({ template: 'seeded' });
  shop = await createTestApp({ database: { ...database, transaction: transactionCutOff }, runtime });
  ({ accessToken } = await shop.logIn('new@example.com'));
});
afterAll(async () => {
  await shop.close();
  await database.close();
});
afterEach(() => forgetDocuments(shop));

const send = async (files: Buffer[]) =>
  sendUpload(shop, { fields: { type: 'passport' }, files: files.map((bytes) => ({ bytes })), accessToken });

const opened = (masterKey: Buffer) =>
  openDocuments({ config: { dataDir: shop.dataDir, documents: { s3: null } }, masterKey, runtime });

async function age(id: string, ageMs: number): Promise<void> {
  const at = new Date(runtime.now() - ageMs);
  await utimes(join(shop.dataDir, 'documents', id), at, at);
}

const operate = (args: string[]) => {
  const read = readTyped(documentsArea, args);
  if (typeof read !== 'object') throw new Error(read ?? 'This is not understood');
  const parts = { database, documents: opened(testMasterKey), runtime, siteUrl, actor: 'operator:ada' } as const;
  return carryOutDocumentOrder(parts, read as DocumentOrder);
};

test('a commit whose answer was lost does not cost the document its file', async () => {
  let commit: () => void = () => undefined;
  beforeCommit = () => new Promise((resolve) => (commit = resolve));
  const { status } = await send([await madeJpeg()]);
  commit();
  expect(status).toBe(503);
  await committed;
  const { files, rows } = await keptDocuments(shop);
  expect(rows).toHaveLength(1);
  expect(files).toEqual(rows.map(({ id }) => id));
});

test('files without a document are counted at a start, and only an operator deletes them', async () => {
  const [young, old, foreign] = [runtime.newId(), runtime.newId(), runtime.newId()];
  for (const id of [young, old]) await opened(testMasterKey).put(id, Buffer.from('x'));
  await opened(Buffer.alloc(32)).put(foreign, Buffer.from('x'));
  await age(young, dayMs - 1_000);
  for (const id of [old, foreign]) await age(id, dayMs + 1_000);
  expect((await send([await madeJpeg()])).status).toBe(200);
  const kept = (await keptDocuments(shop)).rows[0]?.id ?? '';
  await age(kept, 9 * dayMs);
  const { files } = await keptDocuments(shop);

  const said: object[] = [];
  const logger = { warn: (facts: object) => void said.push(facts) };
  const check = createOrphanCheck({ database, documents: opened(testMasterKey), runtime, logger });
  check.start();
  await check.finished();
  const others = files.filter((id) => ![young, old, foreign, kept].includes(id));
  expect((await keptDocuments(shop)).files).toEqual(files);

  const strays = (await operate(['strays'])).text.split('\n');
  expect(said).toEqual([{ strays: strays.length }]);
  expect(strays.filter((id) => !others.includes(id)).sort()).toEqual([old, foreign].sort());
  expect((await operate(['delete-stray', foreign])).text).toContain('SECRET_KEY');
  for (const id of [young, kept, nobody]) expect((await operate(['delete-stray', id])).ok).toBe(false);
  expect((await keptDocuments(shop)).files).toEqual(files);
  expect((await operate(['delete-stray', old])).ok).toBe(true);
  expect((await keptDocuments(shop)).files).toEqual(files.filter((id) => id !== old));
  const { rows } = await database.query(
    `select actor, details from audit_entries where event = 'stray_document_deleted'`,
  );
  expect(rows).toEqual([{ actor: 'operator:ada', details: { document: old } }]);
});

test('with a copy or an earlier state of the database, nothing is deleted from the storage', async () => {
  expect((await send([await madeJpeg()])).status).toBe(200);
  const { files } = await keptDocuments(shop);
  for (const id of files) await age(id, 2 * dayMs);
  const earlier = await openTestDatabase();
  const copy = await createTestApp({ database: earlier, env: { DATA_DIR: shop.dataDir }, runtime });
  const isCounted = () => copy.log.some(({ strays }) => strays === files.length);
  await expect.poll(isCounted, { timeout: 30_000 }).toBe(true);
  await copy.close();
  await earlier.close();
  expect((await keptDocuments(shop)).files).toEqual(files);
});
