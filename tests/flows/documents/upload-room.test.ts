import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../src/server/db/database-faults.ts';
import { InspectionTimeout } from '../../../src/server/documents/inspect/inspect-apart.ts';
import { uploadDocument } from '../../../src/server/documents/upload-document.ts';
import { mostAtOnce, patienceMs } from '../../../src/server/documents/upload-limiter.ts';
import { keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg } from '../../support/documents/made-files.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

let shop: TestApp;
let accessToken: string;
let accountId: number;

beforeAll(async () => {
  shop = await createTestApp();
  ({ accessToken } = await shop.logIn('new@example.com'));
  const { rows } = await shop.app.database.query<{ id: number }>(
    `select id from accounts where email = 'new@example.com'`,
  );
  accountId = rows[0]!.id;
});
afterAll(() => shop.close());

/** Inserts customers without any profile data and opens a session for each; returns the access tokens. */
async function enterMany(count: number): Promise<string[]> {
  const { rows } = await shop.app.database.query<{ id: number }>(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
     select gen_random_uuid(), 'room-' || n, 'room-' || n || '@example.com', 'none', 'A', 'B', '{}', now()
     from generate_series(1, $1) n returning id`,
    [count],
  );
  return Promise.all(rows.map(({ id }) => shop.app.sessions.open({ accountId: id })));
}

const fileHead =
  '--x\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\u00ff';

/** Begins an upload that never continues; collects the answer. */
async function beginUpload(token: string): Promise<{ socket: Socket; said: () => string }> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('error', () => undefined).on('data', (chunk) => (said += chunk.toString('latin1')));
  await once(socket, 'connect');
  const lines = [
    'POST /api/accounts/upload HTTP/1.1',
    `host: ${hostname}`,
    `authorization: Bearer ${token}`,
    ...['content-type: multipart/form-data; boundary=x', 'content-length: 1000000', '', ''],
  ];
  socket.write(lines.join('\r\n') + fileHead);
  return { socket, said: () => said };
}

const send = async (bytes: Buffer) =>
  sendUpload(shop, { fields: { type: 'passport' }, files: [{ bytes }], accessToken });

const limitsMet = async (account: number) => {
  const text = `select details from audit_entries where event = 'limit_met' and account_id = $1`;
  return (await shop.app.database.query<{ details: object }>(text, [account])).rows.map(({ details }) => details);
};

/** Sends an upload that counts in the hourly limit like any other but is refused before the file is inspected. */
const sendWrong = async () => {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'multipart/form-data; boundary=x' };
  return (await fetch(`${shop.url}/api/accounts/upload`, { method: 'POST', body: 'x', headers })).status;
};

test('slow uploads do not keep others from uploading', async () => {
  const tokens = await enterMany(mostAtOnce / 2);
  const slow = await Promise.all([...tokens, ...tokens].map(beginUpload));
  await expect.poll(sendWrong, { interval: 250 }).toBe(429);
  expect((await send(await madeJpeg())).status).toBe(429);
  expect(await limitsMet(accountId)).toEqual([{ limit: 'upload' }]);
  shop.runtime.advance(patienceMs);
  expect((await send(await madeJpeg())).status).toBe(200);
  const answered = () => slow.map(({ said }) => said()).filter((said) => said !== '');
  await expect.poll(() => answered().length).toBe(1);
  expect(answered()[0]).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d/i);
  for (const { socket } of slow) socket.destroy();
  expect((await keptDocuments(shop)).files).toHaveLength(1);
});

/** The dependencies and the input of an upload, and how often it was taken out of the hourly count. */
function partsOf() {
  const told = { forgiven: 0 };
  const parts = {
    ...{ database: shop.app.database, runtime: shop.runtime, accountChanges: { changed: () => undefined } },
    documents: { put: () => Promise.reject(new Error('nothing is stored')), delete: () => Promise.resolve() },
    inspector: { inspect: () => Promise.reject(new InspectionTimeout('too slow')) },
    forgive: () => Promise.resolve(void (told.forgiven += 1)),
    logger: { warn: () => undefined },
  };
  const origin = { address: '192.0.2.1', userAgent: 'a browser' };
  const command = { accountId, type: 'passport', side: undefined, files: [Buffer.from('x')], origin } as const;
  return { parts, command, told };
}

test('a file that takes too long is recorded as refused, and counts', async () => {
  await shop.app.database.query(`update accounts set documents = '{}'`);
  const { parts, command, told } = partsOf();
  expect(await uploadDocument(parts, command)).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
  expect(told.forgiven).toBe(0);
  const { rows } = await shop.app.database.query(
    `select account_id as account, details ->> 'problem' as problem from audit_entries where event = 'document_refused'`,
  );
  expect(rows).toEqual([{ account: accountId, problem: 'UNAVAILABLE' }]);
});

test('an upload that the database cannot store is unavailable, and does not count', async () => {
  const { parts, command, told } = partsOf();
  const query = () => Promise.reject(new DatabaseUnavailable('full'));
  const database = { ...shop.app.database, query };
  const taken = await uploadDocument({ ...parts, database }, command);
  expect(taken).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
  expect(told.forgiven).toBe(1);
});
