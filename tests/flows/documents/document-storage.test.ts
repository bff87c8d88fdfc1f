import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetDocuments, keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg, madePdf } from '../../support/documents/made-files.ts';
import type { S3Peer } from '../../support/documents/s3-peer.ts';
import { startS3Peer } from '../../support/documents/s3-peer.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const runtime = createTestRuntime();

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

test('documents can be stored sealed in an S3-compatible storage, with nothing on the disk', async () => {
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

test('if the storage fails, nothing changes and the customer may try again', async () => {
  peer.fault = 503;
  const refused = await send(stored, [await madeJpeg(), madePdf()], 'funding');
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
  expect([(await keptDocuments(stored)).rows, await statesOf(stored)]).toEqual([[], []]);
  peer.fault = null;
  expect((await send(stored, [await madeJpeg(), madePdf()], 'funding')).status).toBe(200);
  expect(peer.objects.size).toBe(2);
});

test('if the rows cannot be written, the files are deleted again', async () => {
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

test('failures of the storage do not count against anybody’s uploads', async () => {
  const { accessToken } = await stored.logIn('limited@example.com');
  // Sends an upload that is refused before its files are inspected, but counted like any other.
  const wrong = async () => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'multipart/form-data; boundary=x' };
    return (await fetch(`${stored.url}/api/accounts/upload`, { method: 'POST', body: 'x', headers })).status;
  };
  const form = { fields: { type: 'passport' }, files: [{ bytes: await madeJpeg() }], accessToken };
  for (let sent = 0; sent < 19; sent += 1) expect(await wrong()).toBe(400);
  peer.fault = 503;
  for (let sent = 0; sent < 3; sent += 1) expect((await sendUpload(stored, form)).status).toBe(503);
  peer.fault = null;
  expect((await sendUpload(stored, form)).status).toBe(200);
  expect(await wrong()).toBe(429);
});
