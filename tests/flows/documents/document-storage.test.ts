import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SealedDocuments } from '../../../src/server/documents/sealed-documents.ts';
import { openDocuments } from '../../../src/server/documents/sealed-documents.ts';
import { createDocumentSweep } from '../../../src/server/documents/sweep-documents.ts';
import { forgetDocuments, keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg, madePdf } from '../../support/documents/made-files.ts';
import type { S3Peer } from '../../support/documents/s3-peer.ts';
import { startS3Peer } from '../../support/documents/s3-peer.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, testMasterKey } from '../../support/test-app.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const runtime = createTestRuntime();
const dayMs = 86_400_000;
const quiet = { info: () => undefined, warn: () => undefined };

let peer: S3Peer;
let stored: TestApp;
let shop: TestApp;
const accessTokens = new Map<TestApp, string>();

beforeAll(async () => {
  peer = await startS3Peer(runtime.now);
  const { url, bucket, region, keyId, secret } = peer.address;
  const env = {
    ...{ DOCUMENTS_S3_URL: `${url}/`, DOCUMENTS_S3_BUCKET: bucket, DOCUMENTS_S3_REGION: region },
    ...{ DOCUMENTS_S3_KEY_ID: keyId, DOCUMENTS_S3_SECRET: secret },
  };
  stored = await createTestApp({ env, runtime });
  shop = await createTestApp();
  for (const one of [stored, shop]) accessTokens.set(one, (await one.logIn('new@example.com')).accessToken);
});
afterAll(async () => {
  await Promise.all([stored.close(), shop.close()]);
  await peer.close();
});
beforeEach(() => {
  peer.fault = null;
});
afterEach(() => Promise.all([stored, shop].map(forgetDocuments)));

async function send(to: TestApp, files: Buffer[], type = 'passport') {
  const sent = files.map((bytes) => ({ bytes }));
  return sendUpload(to, { fields: { type }, files: sent, accessToken: accessTokens.get(to) ?? '' });
}

const statesOf = async (of: TestApp) =>
  (await of.app.database.query(`select documents from accounts where documents <> '{}'`)).rows;

test('by configuration documents lie in an S3-compatible storage, sealed, and nothing on the disk', async () => {
  const photo = await madeJpeg();
  expect((await send(stored, [photo])).status).toBe(200);
  const { files, rows } = await keptDocuments(stored);
  expect(files).toEqual([]);
  expect([...peer.objects.keys()]).toEqual(rows.map(({ id }) => id));
  const [sealed] = [...peer.objects.values()];
  expect(sealed?.bytes.includes(photo.subarray(0, 12))).toBe(false);
  expect(JSON.stringify(stored.log)).not.toContain(peer.address.secret);
  peer.objects.clear();
});

test('where the storage fails nothing has changed, and the customer may try again', async () => {
  peer.fault = 503;
  const refused = await send(stored, [await madeJpeg(), madePdf()], 'funding');
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
  expect([(await keptDocuments(stored)).rows, await statesOf(stored)]).toEqual([[], []]);
  peer.fault = null;
  expect((await send(stored, [await madeJpeg(), madePdf()], 'funding')).status).toBe(200);
  expect(peer.objects.size).toBe(2);
});

test('where the rows cannot be written the files are gone again', async () => {
  await shop.app.database.query(`
    create function refuse_document() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
  await shop.app.database.query(
    'create trigger refuse_document before insert on documents for each row execute function refuse_document()',
  );
  const refused = await send(shop, [await madeJpeg()]);
  expect(refused).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL' } } });
  expect(await keptDocuments(shop)).toEqual({ files: [], rows: [] });
  expect(await statesOf(shop)).toEqual([]);
  await shop.app.database.query('drop trigger refuse_document on documents');
});

/** Runs what the server runs at its start. */
async function sweep(documents: SealedDocuments): Promise<void> {
  const parts = { database: shop.app.database, documents, runtime: shop.runtime, logger: quiet };
  const sweeping = createDocumentSweep(parts);
  sweeping.start();
  await sweeping.finished();
  await sweeping.stop();
}

test('what a crash left is swept when it is a day old, and only what is ours and of no document', async () => {
  const config = { dataDir: shop.dataDir, documents: { s3: null } };
  const ours = openDocuments({ config, masterKey: testMasterKey, runtime });
  const theirs = openDocuments({ config, masterKey: Buffer.alloc(32), runtime });
  const [young, old, foreign] = [runtime.newId(), runtime.newId(), runtime.newId()];
  for (const id of [young, old]) await ours.put(id, Buffer.from('x'));
  await theirs.put(foreign, Buffer.from('x'));
  const age = async (id: string, ageMs: number) => {
    const at = new Date(shop.runtime.now() - ageMs);
    await utimes(join(shop.dataDir, 'documents', id), at, at);
  };
  await age(young, dayMs - 1_000);
  for (const id of [old, foreign]) await age(id, dayMs + 1_000);

  await sweep(ours);
  // A database that knows no document may be the wrong one.
  expect((await keptDocuments(shop)).files).toEqual([young, old, foreign].sort());

  expect((await send(shop, [await madeJpeg()])).status).toBe(200);
  const kept = (await keptDocuments(shop)).rows[0]?.id ?? '';
  await age(kept, 9 * dayMs);
  await sweep(ours);
  expect((await keptDocuments(shop)).files).toEqual([young, foreign, kept].sort());
});
