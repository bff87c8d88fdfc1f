import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { UnusableValue } from '../../../src/server/environment.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { factorContext, factorPurpose } from '../../../src/server/secrets/factor-seal.ts';
import { findMasterKey, loadMasterKey } from '../../../src/server/secrets/master-key.ts';
import { createSecretBox } from '../../../src/server/secrets/secret-box.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
let folder: string;
const warned: unknown[] = [];
const logger = { warn: (...said: unknown[]) => void warned.push(said) };

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'key-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['key_proofs', 'documents', 'accounts']) await database.query(`delete from ${table}`);
  await rm(join(folder, 'secret.key'), { force: true });
  warned.length = 0;
});

const [one, another] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const load = (secretKey: Buffer | null = null, dataDir = folder) =>
  loadMasterKey({ config: { secretKey, dataDir }, database, runtime: systemRuntime, logger });
const find = (secretKey: Buffer | null = null) =>
  findMasterKey({ config: { secretKey, dataDir: folder }, database, runtime: systemRuntime });
const refusal = (attempt: Promise<Buffer>) =>
  attempt.then(
    () => 'taken',
    (fault: unknown) => (fault instanceof UnusableValue ? fault.message : fault),
  );

/** A customer from before a database had a key proof. `masterKey`, if any, sealed the second factor. */
async function addCustomer(masterKey: Buffer | null): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, category_ids, created_at)
     select id, id, id, 'none', 'Ada', 'Sealed', '{1}', now() from (select gen_random_uuid() as id) as fresh returning id`,
  );
  const accountId = Number(rows[0]?.id);
  if (!masterKey) return accountId;
  const box = createSecretBox({ masterKey, purpose: factorPurpose, randomBytes: systemRuntime.randomBytes });
  const sealed = box.seal(Buffer.alloc(20, 7), factorContext(accountId));
  await database.query('update accounts set factor_secret = $2 where id = $1', [accountId, sealed]);
  return accountId;
}

test('without a key one is created in the data folder, and used from then on', async () => {
  const made = await load();
  expect(made).toHaveLength(32);
  expect(await readFile(join(folder, 'secret.key'))).toEqual(made);
  expect(warned).toHaveLength(1);
  expect([await load(), await load(made)]).toEqual([made, made]);
  expect(warned).toHaveLength(1);
});

test('a database that was sealed with one key cannot be opened with another', async () => {
  expect(await load(one)).toEqual(one);
  expect(await load(one)).toEqual(one);
  expect(await refusal(load(another))).toMatch(/^SECRET_KEY: expected the key that this .* found another one$/);
  await writeFile(join(folder, 'secret.key'), another);
  expect(await refusal(load())).toMatch(/found another one in secret\.key of the data folder$/);
  expect(await load(one)).toEqual(one);
});

test('a lost key is not replaced', async () => {
  await load(one);
  expect(await refusal(load())).toMatch(/found none$/);
  expect(await readdir(folder)).toEqual([]);
  expect(warned).toEqual([]);
});

test('of two servers that start at once with different keys, one wins', async () => {
  const outcomes = await Promise.all([load(one), load(another)].map(refusal));
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
});

test('a file without a valid key is named', async () => {
  await writeFile(join(folder, 'secret.key'), 'short');
  expect(await refusal(load())).toMatch(/secret\.key is 32 bytes long, found 5 bytes there$/);
});

test('a database from before the proof is opened with the key of its second factors, whichever key comes first', async () => {
  await addCustomer(one);
  await addCustomer(null);
  expect(await refusal(load(another))).toMatch(/found another one$/);
  expect(await load(one)).toEqual(one);
  expect(await refusal(load(another))).toMatch(/found another one$/);
  expect(await load(one)).toEqual(one);
});

test('if something is sealed and the key is missing none is created, with or without a proof', async () => {
  const accountId = await addCustomer(one);
  expect(await refusal(load())).toMatch(/found none$/);
  await database.query('update accounts set factor_secret = null');
  await database.query(
    `insert into documents (id, account_id, field, storage_name, media_type, bytes, digest, uploaded_at)
     values (gen_random_uuid(), $1, 'doc_passport', 'x', 'image/jpeg', 1, 'x', now())`,
    [accountId],
  );
  expect(await refusal(load())).toMatch(/found none$/);
  expect([await readdir(folder), warned]).toEqual([[], []]);
  expect(await load(one)).toEqual(one);
});

test('an operator who gives up what was sealed gets a new key, once', async () => {
  await addCustomer(one);
  await database.query(`insert into key_proofs (sealed, created_at) values ('', now())`);
  expect(await refusal(find())).toMatch(/found none$/);
  const made = await load();
  expect(await load()).toEqual(made);
  expect(await refusal(load(one))).toMatch(/found another one$/);
});

test('a lookup creates no key and records none', async () => {
  expect(await refusal(find())).toMatch(/found none$/);
  expect(await readdir(folder)).toEqual([]);
  expect(await find(another)).toEqual(another);
  await addCustomer(one);
  expect(await refusal(find(another))).toMatch(/found another one$/);
  expect(await load(one)).toEqual(one);
  expect([await refusal(find(another)), await find(one)]).toEqual([
    expect.stringMatching(/found another one$/) as string,
    one,
  ]);
});
