import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../bench/peers/find-program.ts';
import { operate } from '../../support/operator-here.ts';
import { makeDataFolder } from '../../support/product/start-product.ts';
import type { Storage } from '../../support/product/storages.ts';

/** A backup and a restore, command by command as docs/operating.md describes them. */

const run = promisify(execFile);

/**
 * Runs a program of the newest PostgreSQL installed here, because programs older than the server refuse to work with
 * it.
 */
function postgres(program: string, ...args: string[]): Promise<unknown> {
  const path = findProgram(program);
  if (!path) throw new Error(`${program} is not installed`);
  return run(path, args);
}

/** Makes a backup of a running server's storage; returns a function that restores it elsewhere. */
export function backUp(storage: Storage): Promise<() => Promise<Storage>> {
  const { DATABASE_URL: url } = storage.env;
  return url === undefined ? backUpEmbedded(storage) : backUpPostgres(storage, url);
}

async function backUpEmbedded(storage: Storage) {
  const kept = await makeDataFolder();
  const said = await operate(storage, 'backup', join(kept.path, 'backup'), '--json');
  const { restore } = (JSON.parse(said) as { data: { restore: { folder: string; command: string } } }).data;
  return async (): Promise<Storage> => {
    await run('bash', ['-c', restore.command], { env: { PATH: process.env.PATH } });
    return { dataDir: restore.folder, env: {}, remove: kept.remove };
  };
}

async function backUpPostgres({ dataDir }: Storage, url: string) {
  const [kept, elsewhere] = [await makeDataFolder(), await makeDataFolder()];
  const file = join(kept.path, 'database.dump');
  await postgres('pg_dump', '--format=custom', `--file=${file}`, url);
  await cp(join(dataDir, 'documents'), join(kept.path, 'documents'), { recursive: true });
  return async (): Promise<Storage> => {
    const restored = new URL(url);
    restored.pathname += '_restored';
    const [name, maintenance] = [restored.pathname.slice(1), `--maintenance-db=${url}`];
    await postgres('createdb', maintenance, name);
    const target = `--dbname=${restored.href}`;
    await postgres('pg_restore', '--no-owner', '--exit-on-error', '--single-transaction', target, file);
    await cp(join(kept.path, 'documents'), join(elsewhere.path, 'documents'), { recursive: true });
    await cp(join(dataDir, 'secret.key'), join(elsewhere.path, 'secret.key'));
    const remove = async () => {
      await postgres('dropdb', '--force', maintenance, name);
      await Promise.all([kept.remove(), elsewhere.remove()]);
    };
    return { dataDir: elsewhere.path, env: { DATABASE_URL: restored.href }, remove };
  };
}
