import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { SentForm } from '../../support/documents/document-desk.ts';
import { forgetDocuments, keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import { jpegOfBytes, madeJpeg, madePdf } from '../../support/documents/made-files.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

let shop: TestApp;
let accessToken: string;
let user: User;

beforeAll(async () => {
  shop = await createTestApp();
  ({ accessToken, user } = await shop.logIn('new@example.com'));
});
afterAll(() => shop.close());
afterEach(async () => {
  await forgetDocuments(shop);
  await rm(join(shop.dataDir, 'documents'), { recursive: true, force: true });
});

const send = (form: Omit<SentForm, 'accessToken'>) => sendUpload(shop, { accessToken, ...form });
const stateOf = (text: string) => JSON.parse(text) as { status: string; note: string | null; updated: string | null };

async function audited(event: string) {
  const text = 'select actor, account_id as "accountId", details, address from audit_entries where event = $1';
  const { rows } = await shop.app.database.query<{ actor: string; details: Record<string, unknown> }>(text, [event]);
  return rows;
}

test('a photo of a passport is accepted: sealed on the disk, its row written, its state Processing', async () => {
  const photo = await madeJpeg();
  const { status, body } = await send({ fields: { type: 'passport', token: user.token }, files: [{ bytes: photo }] });
  expect(status).toBe(200);
  if (body.status === 'error') throw new Error(body.error.code);
  const updated = new Date(shop.runtime.now()).toISOString();
  expect(stateOf(body.data.doc_passport)).toEqual({ status: '1', note: null, updated });
  expect(stateOf(body.data.doc_address).status).toBe('0');
  const { files, rows } = await keptDocuments(shop);
  expect(rows).toEqual([{ id: files[0], field: 'doc_passport', mediaType: 'image/jpeg', bytes: photo.length }]);
  const entry = (await audited('document_uploaded')).at(-1);
  expect(entry).toMatchObject({ actor: 'customer', details: { document: files[0], field: 'doc_passport' } });
});

test('a stored file cannot be read where it is, and nobody else may open it', async () => {
  const bytes = madePdf([], '/Lang (a word that is found)');
  await send({ fields: { type: 'address' }, files: [{ bytes, name: 'bill.pdf' }] });
  const { files } = await keptDocuments(shop);
  const path = join(shop.dataDir, 'documents', files[0] ?? '');
  const stored = await readFile(path);
  expect(stored.length).toBeGreaterThan(bytes.length);
  for (let at = 0; at + 12 <= bytes.length; at += 12) expect(stored.includes(bytes.subarray(at, at + 12))).toBe(false);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(shop.dataDir, 'documents'))).mode & 0o777).toBe(0o700);
});

test('both sides of a funding document come in one call, the front first', async () => {
  const [front, back] = [await madeJpeg(), madePdf()];
  const { body } = await send({ fields: { type: 'funding' }, files: [{ bytes: front }, { bytes: back }] });
  if (body.status === 'error') throw new Error(body.error.code);
  expect([body.data.doc_funding_front, body.data.doc_funding_back].map((text) => stateOf(text).status)).toEqual([
    '1',
    '1',
  ]);
  const { rows } = await keptDocuments(shop);
  expect(rows.map(({ field, mediaType }) => [field, mediaType])).toEqual([
    ['doc_funding_back', 'application/pdf'],
    ['doc_funding_front', 'image/jpeg'],
  ]);
});

test.each([
  { side: undefined, field: 'doc_funding_front' },
  { side: 'front', field: 'doc_funding_front' },
  { side: 'back', field: 'doc_funding_back' },
])('one side of a funding document is $field if side is $side', async ({ side, field }) => {
  const fields = { type: 'funding', ...(side && { side }) };
  expect((await send({ fields, files: [{ bytes: await madeJpeg() }] })).status).toBe(200);
  expect((await keptDocuments(shop)).rows.map((row) => row.field)).toEqual([field]);
});

test('a file of exactly 2 MB is taken', async () => {
  const photo = await jpegOfBytes(2 * 1024 * 1024 - 200_000);
  const bytes = Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024 - photo.length)]);
  expect((await send({ fields: { type: 'passport' }, files: [{ bytes }] })).status).toBe(200);
});

test('a document that is being checked or was approved is not accepted again, a rejected one is', async () => {
  const form = { fields: { type: 'passport' }, files: [{ bytes: await madeJpeg() }] };
  expect((await send(form)).status).toBe(200);
  const again = await send(form);
  expectRefusal(again.status, again.body, 'DOCUMENT_NOT_EXPECTED');
  const states = (status: string) => JSON.stringify({ doc_passport: { status, note: 'Blurred', updated: null } });
  const set = (status: string) =>
    shop.app.database.query('update accounts set documents = $1 where token = $2', [states(status), user.token]);
  await set('2');
  const approved = await send(form);
  expectRefusal(approved.status, approved.body, 'DOCUMENT_NOT_EXPECTED');
  await set('3');
  expect((await send(form)).status).toBe(200);
  expect((await keptDocuments(shop)).rows).toHaveLength(2);
});

test('the token of another customer is refused, whichever documents are expected', async () => {
  const files = [{ bytes: await madeJpeg() }];
  const approved = { status: '2', note: null, updated: null };
  const fields = ['doc_passport', 'doc_address', 'doc_funding_front', 'doc_funding_back'];
  const states = JSON.stringify(Object.fromEntries(fields.map((field) => [field, approved])));
  await shop.app.database.query('update accounts set documents = $1 where token = $2', [states, user.token]);
  const { user: other } = await shop.logIn('demo@example.com');
  const foreign = await send({ fields: { type: 'passport', token: other.token }, files });
  expectRefusal(foreign.status, foreign.body, 'FORBIDDEN');
  const own = await send({ fields: { type: 'passport', token: user.token }, files });
  expectRefusal(own.status, own.body, 'DOCUMENT_NOT_EXPECTED');
});

test('of two uploads of one document at once, one is accepted and nothing of the other is stored', async () => {
  const form = { fields: { type: 'passport' }, files: [{ bytes: await madeJpeg() }] };
  const answers = await Promise.all([send(form), send(form)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { files, rows } = await keptDocuments(shop);
  expect(files).toEqual(rows.map(({ id }) => id));
  expect(rows).toHaveLength(1);
});

test('connected pages are notified that the account changed', async () => {
  const socket = await shop.customerSocket(accessToken);
  const told = new Promise<User>((resolve) => socket.once('user', resolve));
  await send({ fields: { type: 'address' }, files: [{ bytes: await madeJpeg() }] });
  expect(stateOf((await told).doc_address).status).toBe('1');
  socket.close();
});

test('uploads are limited by the hour, for each account by itself', async () => {
  const other = await shop.logIn('limited@example.com');
  const form = { fields: { type: 'passport' }, files: [{ bytes: Buffer.from('no photo') }] };
  const statuses: number[] = [];
  for (let sent = 0; sent < 22; sent += 1)
    statuses.push((await sendUpload(shop, { ...form, accessToken: other.accessToken })).status);
  expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(415));
  expect(statuses.slice(20)).toEqual([429, 429]);
  expect((await send({ ...form, files: [{ bytes: await madeJpeg() }] })).status).toBe(200);
});
