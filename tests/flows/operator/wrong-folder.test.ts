import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../../src/server/config.ts';
import { operate } from '../../../src/server/operate.ts';
import { siteWarning, withKnownSite } from '../../../src/server/operator/known-site.ts';
import { copyDatabase } from '../../support/database-templates.ts';
import { runOperator } from '../../support/operator-here.ts';
import { runProgram } from '../../support/product/run-program.ts';
import { makeDataFolder } from '../../support/product/start-product.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onPostgres, openTestDatabase } from '../../support/test-database.ts';

/** Operators' commands that run without the settings that the server was started with. */

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
beforeEach(async () => {
  folder = await makeDataFolder();
});
afterEach(() => folder.remove());

const operator = (dataDir: string, ...args: string[]) => runOperator({ dataDir }, ...args);
const reset = (dataDir: string) => runProgram('src/server/reset-main.ts', [], { DATA_DIR: dataDir });

test('if there is no database, commands create neither a database nor a folder', { timeout: 300_000 }, async () => {
  const nowhere = join(folder.path, 'data');
  const commands = [
    ['transactions', 'list'],
    ['ledger', 'verify'],
    ['ledger', 'reconcile', '--provider', 'x', 'y.csv'],
  ];
  for (const command of commands) {
    expect(await operator(nowhere, ...command), command.join(' ')).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no database in ${nowhere}. Set DATA_DIR (or DATABASE_URL).\n`,
    });
  }
  expect(existsSync(nowhere)).toBe(false);
});

test('a reset without a database of ours makes and deletes nothing', { timeout: 300_000 }, async () => {
  const nowhere = join(folder.path, 'data');
  const refused = (where: string) => ({
    ...{ code: 1, stdout: '' },
    stderr: `There is no database in ${where}. Set DATA_DIR (or DATABASE_URL).\n`,
  });
  expect(await reset(nowhere)).toEqual(refused(nowhere));
  expect(existsSync(nowhere)).toBe(false);
  await mkdir(join(folder.path, 'documents'));
  expect(await reset(folder.path)).toEqual(refused(folder.path));
  expect(await readdir(folder.path)).toEqual(['documents']);
  await copyDatabase(folder.path, 'migrated');
  const text = `The database in ${folder.path} was deleted. The next start creates a new one.\n`;
  expect(await reset(folder.path)).toEqual({ code: 0, stdout: text, stderr: '' });
  expect((await readdir(folder.path)).filter((name) => ['database', 'documents'].includes(name))).toEqual([]);
});

const site = (env: Record<string, string>) =>
  operate({ env, cwd: folder.path }, (parts) =>
    Promise.resolve({ ok: true, text: [parts.config.siteUrl, ...siteWarning(parts)].join('\n') }),
  );

if (onPostgres) {
  test('a PostgreSQL database that no server has used gets no tables', { timeout: 120_000 }, async () => {
    const template = await openTestDatabase();
    const { connectionString = '' } = template.pool.options;
    const name = `${new URL(connectionString).pathname.slice(1)}_empty`;
    await template.query(`create database ${name} template template0`);
    const url = new URL(connectionString);
    url.pathname = `/${name}`;
    const text = `No server has ever used the database ${name} on ${url.host}. Set DATABASE_URL.`;
    expect(await site({ DATABASE_URL: url.href, DATA_DIR: folder.path })).toEqual({ ok: false, text });
    expect(await site({ DATABASE_URL: url.href, DATA_DIR: folder.path })).toEqual({ ok: false, text });
    await template.query(`drop database ${name} with (force)`);
    await template.close();
  });
}

async function linksLeadTo(env: Record<string, string>): Promise<string> {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error('The configuration of the test is wrong');
  const config = await withKnownSite(parsed.config);
  return [config.siteUrl, ...siteWarning({ config, live: null })].join('\n');
}

test('links in mails use the site of the server that owns the folder, not of one that finds it in use', async () => {
  const shop = await createTestApp({ env: { SITE_URL: 'https://broker.example' } });
  const known = { DATA_DIR: shop.dataDir };
  const second = await createTestApp({ env: { ...known, SITE_URL: 'https://second.example' } });
  expect(await linksLeadTo(known)).toBe('https://broker.example');
  await Promise.all([shop.close(), second.close()]);
});

test('a server without a configured site address leaves no guess for commands to use', async () => {
  const known = { DATA_DIR: folder.path };
  const shop = await createTestApp({ env: known });
  await shop.close();
  expect(await linksLeadTo({ ...known, PORT: '4999' })).toContain('SITE_URL is not set');
});

test('links in mails use the site of the server that ran last, and a guessed address is marked', async () => {
  const shop = await createTestApp({ env: { SITE_URL: 'https://broker.example' } });
  const known = { DATA_DIR: shop.dataDir };
  await copyDatabase(shop.dataDir, 'migrated');
  expect(await site(known)).toEqual({ ok: true, text: 'https://broker.example' });
  expect(await linksLeadTo({ ...known, PORT: '4999' })).toBe('https://broker.example');
  expect(await linksLeadTo({ ...known, SITE_URL: 'https://other.example' })).toBe('https://other.example');
  await shop.close();
  const guess = 'http://localhost:4999';
  const doubt = `SITE_URL is not set, and no server has stored it in ${folder.path}. Links in emails lead to ${guess}.`;
  expect(await linksLeadTo({ DATA_DIR: folder.path, PORT: '4999' })).toBe(`${guess}\n${doubt}`);
});
