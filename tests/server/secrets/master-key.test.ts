import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { UnusableValue } from '../../../src/server/environment.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { loadMasterKey } from '../../../src/server/secrets/master-key.ts';
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
  await database.query('delete from key_proofs');
  await rm(join(folder, 'secret.key'), { force: true });
  warned.length = 0;
});

const [one, another] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const load = (secretKey: Buffer | null = null, dataDir = folder) =>
  loadMasterKey({ config: { secretKey, dataDir }, database, runtime: systemRuntime, logger });
const refusal = (attempt: Promise<Buffer>) =>
  attempt.then(
    () => 'taken',
    (fault: unknown) => (fault instanceof UnusableValue ? fault.message : fault),
  );

test('without a key one is made in the data folder, and is the key from then on', async () => {
  const made = await load();
  expect(made).toHaveLength(32);
  expect(await readFile(join(folder, 'secret.key'))).toEqual(made);
  expect(warned).toHaveLength(1);
  expect([await load(), await load(made)]).toEqual([made, made]);
  expect(warned).toHaveLength(1);
});

test('a database that was sealed by one key is opened with no other', async () => {
  expect(await load(one)).toEqual(one);
  expect(await load(one)).toEqual(one);
  expect(await refusal(load(another))).toMatch(/^SECRET_KEY: expected the key that this .* found another one$/);
  await writeFile(join(folder, 'secret.key'), another);
  expect(await refusal(load())).toMatch(/found another one in secret\.key of the data folder$/);
  expect(await load(one)).toEqual(one);
});

test('where the key is gone none is made in its place', async () => {
  await load(one);
  expect(await refusal(load())).toMatch(/found none$/);
  expect(await readdir(folder)).toEqual([]);
  expect(warned).toEqual([]);
});

test('of two that start at once with keys of their own, one is taken', async () => {
  const outcomes = await Promise.all([load(one), load(another)].map(refusal));
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
});

test('a file that is no key is named', async () => {
  await writeFile(join(folder, 'secret.key'), 'short');
  expect(await refusal(load())).toMatch(/secret\.key is 32 bytes long, found 5 bytes there$/);
});
