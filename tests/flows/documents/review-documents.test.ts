import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../../src/lib/contract/calls.ts';
import { openDocuments } from '../../../src/server/documents/sealed-documents.ts';
import type { DocumentsCommandParts } from '../../../src/server/documents/document-commands.ts';
import { carryOutDocumentOrder, documentsArea } from '../../../src/server/documents/document-commands.ts';
import { forgetDocuments, keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg } from '../../support/documents/made-files.ts';
import { readTyped } from '../../support/read-typed.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp, testMasterKey } from '../../support/test-app.ts';
import { siteUrl } from '../../support/payments/settling-parts.ts';

let shop: TestApp;
let accessToken: string;
let folder: string;
let parts: DocumentsCommandParts;
let photo: Buffer;

beforeAll(async () => {
  shop = await createTestApp();
  photo = await madeJpeg();
  ({ accessToken } = await shop.logIn('new@example.com'));
  folder = await mkdtemp(join(tmpdir(), 'review-'));
  parts = { ...partsWith(testMasterKey) };
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
afterEach(() => forgetDocuments(shop));

function partsWith(masterKey: Buffer): DocumentsCommandParts {
  const { runtime, dataDir, app } = shop;
  const documents = openDocuments({ config: { dataDir, documents: { s3: null } }, masterKey, runtime });
  return { database: app.database, runtime, documents, siteUrl, actor: 'operator:ada' };
}

async function uploaded(): Promise<string> {
  const { status } = await sendUpload(shop, { fields: { type: 'passport' }, files: [{ bytes: photo }], accessToken });
  expect(status).toBe(200);
  const { rows } = await keptDocuments(shop);
  return rows.at(-1)?.id ?? '';
}

async function passport(): Promise<unknown> {
  const { body } = await shop.call(getUser, { accessToken, body: {} });
  return body.status === 'success' && (JSON.parse(body.data.doc_passport) as unknown);
}

async function lastAudit(): Promise<unknown> {
  const text = 'select event, actor, details from audit_entries order by at desc, id desc';
  const { rows } = await shop.app.database.query<{ event: string; actor: string }>(text);
  return rows.filter(({ actor }) => actor === 'operator:ada');
}

describe('an operator’s command is understood', () => {
  const id = '0f9d6f9e-8d7c-4c55-9d8e-1b2a3c4d5e6f';

  test.each([
    [['list'], { kind: 'list', email: null }],
    [['list', '--email', ' Ada@Example.com'], { kind: 'list', email: 'ada@example.com' }],
    [['view', id, '--out', 'a.jpg'], { kind: 'view', id, out: 'a.jpg' }],
    [['approve', id], { kind: 'approve', id, reason: null }],
    [['reject', id, '--note', 'Blurred'], { kind: 'reject', id, note: 'Blurred' }],
    [['approve', '0F9D6F9E'], { kind: 'approve', id: '0f9d6f9e', reason: null }],
    [['approve', id, '--reason', ' Seen again '], { kind: 'approve', id, reason: 'Seen again' }],
    [['delete-stray', id], { kind: 'delete-stray', id }],
  ])('%j', (args, order) => expect(readTyped(documentsArea, args)).toEqual(order));

  test.each([
    [[], 'Usage: npm run operator -- documents <command> … [--json]'],
    [['view', id], '--out is missing. Name the file to write.'],
    [['reject', id], '--note is missing. The customer reads it.'],
    [['approve'], 'The id of a document is missing.'],
    [['approve', '../x'], '../x is not an id. Type at least its first 8 digits.'],
    [['delete-stray', '0f9d6f9e'], 'Give the full name of the stray file.'],
    [
      ['burn', id],
      'There is no command "burn" in documents. Commands: list, view, approve, reject, strays, delete-stray.',
    ],
    [['approve', id, '--note', 'Too dark'], 'There is no --note.'],
    [['strays', '--email', 'a@b.c'], 'There is no --email.'],
    [['list', '--x'], 'There is no --x.'],
    [['list', '--email', 'ada'], 'ada is not an email address.'],
  ])('unless it is %j', (args, why) => expect(readTyped(documentsArea, args)).toBe(why));
});

test('a waiting document is listed, viewed and approved, and each act is recorded', async () => {
  const id = await uploaded();
  const { text } = await carryOutDocumentOrder(parts, { kind: 'list', email: null });
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toMatch(new RegExp(`\\n${id} .* processing .*doc_passport .*image/jpeg .*new@example.com$`));

  const out = join(folder, 'passport.jpg');
  expect((await carryOutDocumentOrder(parts, { kind: 'view', id, out })).ok).toBe(true);
  expect(await readFile(out)).toEqual(photo);
  expect((await stat(out)).mode & 0o777).toBe(0o600);

  shop.runtime.advance(60_000);
  expect((await carryOutDocumentOrder(parts, { kind: 'approve', id })).ok).toBe(true);
  const updated = new Date(shop.runtime.now()).toISOString();
  expect(await passport()).toEqual({ status: '2', note: null, updated });
  expect(await carryOutDocumentOrder(parts, { kind: 'list', email: null })).toMatchObject({ text: 'None found.' });
  expect((await carryOutDocumentOrder(parts, { kind: 'list', email: 'new@example.com' })).text).toContain('approved');
  expect(await lastAudit()).toMatchObject([
    { event: 'document_approved', actor: 'operator:ada', details: { document: id, field: 'doc_passport' } },
    { event: 'document_viewed', actor: 'operator:ada', details: { document: id } },
  ]);
});

test('a rejected document can be approved only with a reason, which is recorded', async () => {
  const id = await uploaded();
  await carryOutDocumentOrder(parts, { kind: 'reject', id, note: 'Blurred' });
  shop.runtime.advance(60_000);
  const text = 'It was rejected (Blurred). Use --reason to say why it is approved after all. The audit log records it.';
  expect(await carryOutDocumentOrder(parts, { kind: 'approve', id })).toEqual({ ok: false, text });
  expect(await passport()).toMatchObject({ status: '3', note: 'Blurred' });

  const approved = await carryOutDocumentOrder(parts, {
    kind: 'approve',
    id,
    reason: 'It can be read on a larger screen',
  });
  expect(approved.ok).toBe(true);
  expect(await passport()).toMatchObject({ status: '2', note: null });
  const details = {
    document: id,
    field: 'doc_passport',
    rejected: 'Blurred',
    why: 'It can be read on a larger screen',
  };
  expect(await lastAudit()).toContainEqual({ event: 'document_approved', actor: 'operator:ada', details });
});

test('a rejected document is sent again after its note was read, and the old one can no longer be approved', async () => {
  const id = await uploaded();
  expect((await carryOutDocumentOrder(parts, { kind: 'reject', id, note: ' Blurred ' })).ok).toBe(true);
  expect(await passport()).toMatchObject({ status: '3', note: 'Blurred' });
  shop.runtime.advance(60_000);
  await uploaded();
  expect(await passport()).toMatchObject({ status: '1', note: null });
  const late = await carryOutDocumentOrder(parts, { kind: 'approve', id });
  expect(late).toMatchObject({ ok: false, text: expect.stringContaining('a newer file') as unknown });
  expect(await passport()).toMatchObject({ status: '1' });
});

test('what cannot be done is refused, and changes nothing', async () => {
  const id = await uploaded();
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect(await carryOutDocumentOrder(parts, { kind: 'approve', id: nobody })).toMatchObject({ ok: false });
  expect(await carryOutDocumentOrder(parts, { kind: 'reject', id, note: 'x'.repeat(501) })).toMatchObject({
    ok: false,
  });
  expect(await carryOutDocumentOrder(parts, { kind: 'view', id, out: folder })).toMatchObject({ ok: false });
  expect(await passport()).toMatchObject({ status: '1' });
});

test('another key opens nothing, and the output says so', async () => {
  const id = await uploaded();
  const out = join(folder, 'nothing.jpg');
  const outcome = await carryOutDocumentOrder(partsWith(Buffer.alloc(32)), { kind: 'view', id, out });
  expect(outcome).toMatchObject({ ok: false, text: expect.stringContaining('SECRET_KEY') as unknown });
  await expect(stat(out)).rejects.toThrow('ENOENT');
});
