import { execFile } from 'node:child_process';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/server/db/database.ts';
import { copyDatabase } from '../../support/database-templates.ts';
import { makeDataFolder } from '../../support/product/start-product.ts';
import { useDesk } from '../operator/desk-floor.ts';

/** The operator's command for a backup, beside a running server on the embedded database. */

const folder = await makeDataFolder();
await copyDatabase(folder.path, 'migrated');
const database = await openDatabase({ databaseUrl: null, dataDir: folder.path, poolSize: 1 });
afterAll(async () => {
  await database.close();
  await folder.remove();
});
const { shop, type, data, audited, query } = useDesk({ database });
const inFolder = (...parts: string[]) => join(shop().dataDir, ...parts);
const document = '0199aaaa-0000-4000-8000-00000000000a';

test('a backup is a data folder that only its owner can read, without the key', async () => {
  await mkdir(inFolder('documents'), { recursive: true });
  await writeFile(inFolder('documents', document), 'sealed');
  await writeFile(inFolder('documents', `${document}.part`), 'half');
  const taken = await data<{ folder: string; documents: number; bytes: number }>('backup', 'copies');
  expect(taken).toMatchObject({ folder: inFolder('copies'), documents: 1 });
  expect(taken.bytes).toBeGreaterThan(1_000_000);
  expect((await readdir(inFolder('copies'))).sort()).toEqual(['database', 'documents']);
  expect(await readdir(inFolder('copies', 'documents'))).toEqual([document]);
  expect(((await stat(inFolder('copies'))).mode & 0o777).toString(8)).toBe('700');
  expect(await audited('backup_taken')).toEqual([
    { actor: 'operator:ada', email: null, details: { folder: 'copies', bytes: taken.bytes } },
  ]);
  const copy = await openDatabase({ databaseUrl: null, dataDir: inFolder('copies'), poolSize: 1 });
  const count = 'select count(*)::int as count from accounts';
  const [ours, copied] = [await database.query(count), await copy.query(count)];
  await copy.close();
  expect(copied.rows).toEqual(ours.rows);
});

test('a backup’s output says how to restore it, and that command makes a data folder whose books hold', async () => {
  const { text } = await type('backup', 'told apart');
  const copy = inFolder('told apart');
  expect(text).toMatch(new RegExp(`^The database is in ${copy}; documents: \\d+\\. `));
  const [, ordered = ''] = /\n(cp -a .*)\n/.exec(text) ?? [];
  expect(ordered).toBe(`cp -a '${copy}' '${copy}-restored' && DATA_DIR='${copy}-restored' npm run ledger:verify`);
  expect(text).toContain('To restore it and start a server with it, using this server’s SECRET_KEY:\n');
  expect(text.split('\n').at(-1)).toBe(`DATA_DIR='${copy}-restored' npm start`);
  const { stdout } = await promisify(execFile)('bash', ['-c', ordered], { env: { PATH: process.env.PATH } });
  expect(stdout).toContain('The ledger agrees.');
  expect(await readdir(inFolder('told apart-restored'))).toContain('database');
}, 120_000);

test('a backup overwrites nothing, and says what is in the way', async () => {
  await mkdir(inFolder('there'));
  const there = await type('backup', 'there');
  expect(there).toEqual({ ok: false, text: 'there: The folder already exists. A backup needs a new one.' });
  await mkdir(inFolder('broken.partial'));
  expect((await type('backup', 'broken')).text).toMatch(/^broken: \S+broken\.partial already exists\. /);
  expect(await type('backup', 'no/such')).toEqual({ ok: false, text: 'no/such: The folder cannot be written: ENOENT' });
  expect((await type('backup')).text).toMatch(/folder/);
  await writeFile(inFolder('file'), '');
  expect(await type('backup', 'file/x')).toEqual({ ok: false, text: 'file/x: The folder cannot be written: ENOTDIR' });
  expect(await readdir(inFolder('there'))).toEqual([]);
});

test('a backup is refused inside the folders that it copies, by whatever path', async () => {
  await mkdir(inFolder('documents'), { recursive: true });
  await mkdir(inFolder('database', 'base'), { recursive: true });
  await symlink(inFolder('database', 'base'), inFolder('elsewhere'));
  for (const name of ['database/copy', 'database/base/copy', 'documents/copy', 'elsewhere/copy']) {
    const text = `${name}: The folder is inside the data to be copied. Choose one outside it.`;
    expect(await type('backup', name)).toEqual({ ok: false, text });
  }
  expect((await readdir(inFolder('database'))).filter((name) => name.startsWith('copy'))).toEqual([]);
  expect((await type('backup', 'database-of-today')).ok).toBe(true);
});

test('a backup fails without an audit record if somebody else creates its folder meanwhile', async () => {
  const records = (await audited('backup_taken')).length;
  const { database: used } = shop().app;
  const { copyTo } = used;
  used.copyTo = async (folder) => {
    await copyTo?.(folder);
    await mkdir(inFolder('late', 'of-others'), { recursive: true });
  };
  const late = await type('backup', 'late');
  used.copyTo = copyTo;
  expect(late).toEqual({ ok: false, text: 'late: The folder already exists. A backup needs a new one.' });
  expect(await readdir(inFolder('late'))).toEqual(['of-others']);
  expect((await readdir(shop().dataDir)).filter((name) => name.startsWith('late'))).toEqual(['late']);
  expect(await audited('backup_taken')).toHaveLength(records);
});

test('a backup that cannot be finished leaves nothing, and the server goes on', async () => {
  const { dataDir } = shop();
  const records = (await audited('backup_taken')).length;
  await query(
    `create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await query('create trigger fail_audit before insert on audit_entries for each row execute function fail_audit()');
  expect((await type('backup', 'unwritten')).ok).toBe(false);
  await query('drop trigger fail_audit on audit_entries');
  expect((await readdir(dataDir)).filter((name) => name.startsWith('unwritten'))).toEqual([]);
  expect(await audited('backup_taken')).toHaveLength(records);
});
