import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginByCode } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { login } from '../../../src/lib/contract/calls.ts';
import { deleteLoginCodes } from '../../../src/server/sessions/login-codes-rows.ts';
import { waitsForLock } from '../../support/accounts/lock-waits.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onPostgres } from '../../support/test-database.ts';

/**
 * Sign-ins while somebody holds a lock on the account's row, or that fail at their last step. The embedded database has
 * one connection, so nothing else can hold a lock there.
 */

const email = 'demo@example.com';
const code = 'a-code-of-a-link-that-was-mailed';
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
  const now = shop.runtime.now();
  await shop.app.database.query(
    `insert into login_codes (code_hash, account_id, purpose, created_at, expires_at)
     select $1, id, 'reset', $3, $4 from accounts where email = $2`,
    [createHash('sha256').update(code).digest(), email, new Date(now), new Date(now + 1_800_000)],
  );
});
afterAll(() => shop.close());

const ways = [
  ['a log-in', () => visit(shop, login, { body: { email, password: 'demo1234' } })],
  ['a link', () => visit(shop, loginByCode, { params: { code } })],
] as const;

test.each(ways)('%s waits for the lock and succeeds once it is free', async (_what, enter) => {
  const entering = await shop.app.database.transaction(async (connection) => {
    await connection.query('select 1 from accounts where email = $1 for update', [email]);
    const answer = enter();
    if (onPostgres) await waitsForLock(connection);
    return { answer };
  });
  expect((await entering.answer).status).toBe(200);
  await shop.app.database.query('update login_codes set used_at = null');
});

test.each(ways)('%s leaves nothing behind if the customer’s language cannot be kept', async (_what, enter) => {
  const query = async (text: string) => (await shop.app.database.query(text)).rows;
  await query('update accounts set language = null');
  const before = await query('select id from sessions order by id');
  await query(`alter table accounts add constraint broken check (language <> 'en')`);
  expect((await enter()).status).toBe(500);
  await query('alter table accounts drop constraint broken');
  expect(await query('select id from sessions order by id')).toEqual(before);
  // So the code of the link still works.
  expect((await enter()).status).toBe(200);
  expect(await query('select distinct language from accounts where language is not null')).toEqual([
    { language: 'en' },
  ]);
  await query('update login_codes set used_at = null');
});

if (onPostgres) {
  test('old codes are deleted, except locked ones, and the deletion does not wait for a lock', async () => {
    const { database } = shop.app;
    const expired = new Date(shop.runtime.now());
    await database.query(
      `insert into login_codes (code_hash, account_id, purpose, created_at, expires_at)
       select hash, id, 'login', $2, $2 from accounts, unnest($3::bytea[]) as hash where email = $1`,
      [email, expired, [Buffer.from('kept'), Buffer.from('free')]],
    );
    await database.transaction(async (connection) => {
      await connection.query('select 1 from login_codes where code_hash = $1 for update', [Buffer.from('kept')]);
      expect(await deleteLoginCodes(database, expired)).toBe(1);
    });
    expect(await deleteLoginCodes(database, expired)).toBe(1);
  });

  test.each(ways)('%s that waits too long is refused and holds no connection', async (_what, enter) => {
    await shop.app.database.transaction(async (connection) => {
      await connection.query('select 1 from accounts where email = $1 for update', [email]);
      expect(await enter()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    });
    expect((await enter()).status).toBe(200);
  });
}
