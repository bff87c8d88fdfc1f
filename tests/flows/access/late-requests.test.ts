import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  disableSecondFactor,
  enableSecondFactor,
  endSessions,
  startSecondFactor,
  updatePassword,
  updateProfile,
  upload,
} from '../../../src/lib/contract/accounts/account-calls.ts';
import { getUser, login, setAutoTrading } from '../../../src/lib/contract/calls.ts';
import { waitsForLock } from '../../support/accounts/lock-waits.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onPostgres } from '../../support/test-database.ts';

/** A request may take half a minute to arrive, and its session may end before its last byte. */

const email = 'new@example.com';
const pair = { new_password: 'of-a-thief', confirm_password: 'of-a-thief' };
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());
beforeEach(() => shop.runtime.advance(60_000));

const open = async () => (await visit(shop, login, { body: { email, password: 'demo1234' } })).data!.access_token;
const isOpen = async (accessToken: string) => (await visit(shop, getUser, { accessToken })).status === 200;

/**
 * Sends a request except for its last byte, and waits until it is admitted; `finish` sends the rest and reads the
 * status of the answer.
 */
async function begin(path: string, accessToken: string, { body, type }: { body: string; type: string }) {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  const headers = [`host: localhost`, `connection: close`, `authorization: Bearer ${accessToken}`];
  headers.push(`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`);
  // Admission counts as activity, so it shows in the session's last_seen_at.
  shop.runtime.advance(2_000);
  const seenAt = new Date(shop.runtime.now());
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  const admitted = async () =>
    (await shop.app.database.query('select 1 from sessions where last_seen_at = $1', [seenAt])).rowCount;
  await expect.poll(admitted).toBe(1);
  return {
    finish: () =>
      new Promise<number>((resolve, reject) => {
        let answer = '';
        socket.on('data', (chunk) => (answer += chunk.toString()));
        socket.on('close', () => resolve(Number(answer.split(' ')[1])));
        socket.on('error', reject);
        socket.write(body.slice(-1));
      }),
  };
}

const json = (body: object) => ({ body: JSON.stringify(body), type: 'application/json' });
const form = {
  type: 'multipart/form-data; boundary=b',
  body: '--b\r\ncontent-disposition: form-data; name="type"\r\n\r\npassport\r\n--b--\r\n',
};

describe('a request whose session ends before its body has arrived', () => {
  test.each([
    [updatePassword.name, updatePassword.path, json(pair)],
    [updateProfile.name, updateProfile.path, json({ first_name: 'Thief' })],
    [setAutoTrading.name, setAutoTrading.path, json({ auto_trading: 1 })],
    [enableSecondFactor.name, enableSecondFactor.path, json({ code: '123456' })],
    [upload.name, upload.path, form],
  ])('is refused: %s', async (_name, path, sent) => {
    const [stolen, own] = [await open(), await open()];
    const late = await begin(path, stolen, sent);
    expect((await visit(shop, endSessions, { accessToken: own })).status).toBe(200);
    expect(await late.finish()).toBe(401);
    expect(await isOpen(await open())).toBe(true);
  });

  test('is answered if the session is still open', async () => {
    const late = await begin(getUser.path, await open(), json({}));
    expect(await late.finish()).toBe(200);
  });
});

describe('a session that ends while its change waits for the account', () => {
  /**
   * Locks the account's row, waits until the change waits for it, and deletes all sessions before it releases the lock.
   */
  async function endMeanwhile<Answer>(change: () => Promise<Answer>): Promise<Answer> {
    const { answer } = await shop.app.database.transaction(async (connection) => {
      await connection.query('select 1 from accounts where email = $1 for update', [email]);
      const answer = change();
      // The embedded database has one connection, so there the change waits for that connection.
      if (onPostgres) await waitsForLock(connection);
      await connection.query('delete from sessions');
      return { answer };
    });
    return answer;
  }

  test.each([
    ['the password', updatePassword, pair],
    ['the secret of the second factor', startSecondFactor, {}],
    ['the second factor, on', enableSecondFactor, { code: '123456' }],
    ['the second factor, off', disableSecondFactor, { code: '123456' }],
  ] as const)('changes nothing of %s', async (_what, call, body) => {
    const accessToken = await open();
    expect(await endMeanwhile(() => visit(shop, call as never, { accessToken, body }))).toMatchObject({ status: 401 });
    expect(await isOpen(await open())).toBe(true);
  });
});
