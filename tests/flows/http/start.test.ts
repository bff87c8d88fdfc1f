import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, stat, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { copyDatabase } from '../../support/database-templates.ts';
import { inherited, nodeFlags } from '../../support/product/run-program.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';

/** Any free port, and only two days of candles: a full year would take up most of the time of a first start. */
const smallStart = { ...inherited, PORT: '0', SEED_HISTORY: 'short' };

/** Runs the product's program to its end, as `npm start` does; returns its output and its exit code. */
async function run(
  env: Record<string, string>,
  main = 'src/server/main.ts',
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--no-experimental-webstorage', ...nodeFlags, main], {
    env: { ...smallStart, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

/** The address in the log line that says the server is ready. */
async function urlIn(log: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(log)) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url) return url;
  }
  throw new Error('It ended before it was ready');
}

const removals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0).reverse()) await remove();
});

async function dataFolder(): Promise<string> {
  const { path, remove } = await makeDataFolder();
  removals.push(remove);
  return path;
}

/** With an empty database, because making one takes a start four seconds. */
async function migratedFolder(): Promise<string> {
  const path = await dataFolder();
  await copyDatabase(path, 'migrated');
  return path;
}

test('wrong values stop the start, each named with what was expected and found', async () => {
  const { code, said } = await run({ PORT: 'many', FEED: 'crystal-ball', DATABASE_URL: 'mysql://me:hunter2@db/x' });
  expect(code).toBe(1);
  expect(said).toContain('PORT: expected a whole number from 0 to 65535, found many');
  expect(said).toContain('FEED: expected simulated or replay, found crystal-ball');
  expect(said).toContain('DATABASE_URL');
  expect(said).not.toContain('hunter2');
});

test('a data folder that is not writable stops the start with a message', async () => {
  const inTheWay = join(await dataFolder(), 'a-file');
  await writeFile(inTheWay, '');
  const { code, said } = await run({ DATA_DIR: join(inTheWay, 'data') });
  expect(code).toBe(1);
  expect(said).toMatch(/^DATA_DIR: expected a folder that can be written to, found .*a-file\/data \(ENOTDIR.*\)\n$/);
});

test('a site that has to be built in a folder that is not writable stops the start with a message', async () => {
  const tree = await dataFolder();
  for (const part of ['src', 'public', 'package.json']) await cp(part, join(tree, part), { recursive: true });
  await symlink(resolve('node_modules'), join(tree, 'node_modules'));
  await writeFile(join(tree, '.astro'), '');
  const env = { DATA_DIR: await dataFolder(), LOG_LEVEL: 'fatal' };
  const { code, said } = await run(env, join(tree, 'src/server/main.ts'));
  expect(code).toBe(1);
  expect(said).toMatch(
    /^The site has to be built, because there is no finished build, .*Run "npm run build" there as the owner.*\n$/,
  );
}, 120_000);

test('a port in use stops the start with a message', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  removals.push(() => new Promise((resolve) => other.close(() => resolve())));
  const { port } = other.address() as AddressInfo;
  const { code, said } = await run({ DATA_DIR: await migratedFolder(), PORT: String(port), LOG_LEVEL: 'fatal' });
  expect(code).toBe(1);
  expect(said).toBe(`PORT: expected a free port of 127.0.0.1, found ${port}, where another program listens already\n`);
}, 120_000);

test('a second process on the same data is refused, and the first one survives', async () => {
  const dataDir = await dataFolder();
  await writeFile(join(dataDir, 'site-url.txt'), '');
  await chmod(join(dataDir, 'site-url.txt'), 0o666);
  const product = await startProduct({ dataDir });
  removals.push(() => product.stop());
  expect((await stat(join(dataDir, 'site-url.txt'))).mode & 0o777).toBe(0o600);
  expect(product.log.filter((line) => line.includes('were open to other users: closed'))).toHaveLength(1);
  const second = await run({ DATA_DIR: dataDir });
  expect(second.code).toBe(1);
  expect(second.said).toContain(
    `The data folder ${dataDir} is in use by another process (process ${product.process.pid}`,
  );
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
}, 120_000);

test('a signal to the server, or to the npm that started it, stops it cleanly', async () => {
  async function expectOrderlyEnd(child: ChildProcess, url: string, signal: NodeJS.Signals): Promise<void> {
    removals.push(() => Promise.resolve(void child.kill('SIGKILL')));
    expect((await fetch(`${url}/login`)).status).toBe(200);
    const ended = once(child, 'exit');
    const startedAt = performance.now();
    child.kill(signal);
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    expect(code, signal).toBe(0);
    expect(performance.now() - startedAt, signal).toBeLessThan(10_000);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  }

  // Each server starts on the data that the one before it has left, also after the last signal that is tested.
  const dataDir = await migratedFolder();
  const npm = spawn('npm', ['start'], {
    env: { ...smallStart, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await expectOrderlyEnd(npm, await urlIn(npm.stdout), 'SIGTERM');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
    const product = await startProduct({ dataDir });
    await expectOrderlyEnd(product.process, product.url, signal);
  }
}, 240_000);
