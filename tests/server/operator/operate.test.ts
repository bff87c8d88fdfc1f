import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from '../../../src/server/db/data-lock.ts';
import { removeEmbedded } from '../../../src/server/db/reset-database.ts';
import { onStorage, operate } from '../../../src/server/operate.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerkit-operate-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

/** Runs the work as another user if this one is root, whom file permissions do not restrict. */
async function asNoRoot<Value>(work: () => Promise<Value>): Promise<Value> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  return work().finally(() => process.seteuid?.(0));
}

const succeed = () => Promise.resolve({ ok: true, text: 'done' });

describe('a command of the operator', () => {
  it('is told what is wrong with the environment, and does nothing', async () => {
    const outcome = await operate({ env: { PORT: 'x', DATA_DIR: dataDir }, cwd: dataDir }, () =>
      Promise.reject(new Error('not to be run')),
    );
    expect(outcome).toEqual({ ok: false, text: 'PORT: expected a whole number from 0 to 65535, found x' });
  });

  it('is refused while a server holds the data folder, and runs once it has stopped', async () => {
    const lock = await lockDataDir(dataDir);
    const refused = await onStorage({ DATA_DIR: dataDir }, succeed);
    expect(refused.ok).toBe(false);
    expect(refused.text).toContain(`The data folder ${dataDir} is in use by another process (process ${process.pid}`);
    await lock.release();
    expect(await onStorage({ DATA_DIR: dataDir }, succeed)).toEqual({ ok: true, text: 'done' });
  });

  it('releases the data folder when it fails', async () => {
    await expect(onStorage({ DATA_DIR: dataDir }, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(await onStorage({ DATA_DIR: dataDir }, succeed)).toEqual({ ok: true, text: 'done' });
  });

  it('asks for another user if this one may not read the data folder', async () => {
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '17\n');
    await chmod(dataDir, 0);
    const outcome = await asNoRoot(() => operate({ env: { DATA_DIR: dataDir }, cwd: tmpdir() }, succeed));
    await chmod(dataDir, 0o700);
    const text = `The data folder ${dataDir} cannot be read. Run this as the user that the server runs as.`;
    expect(outcome).toEqual({ ok: false, text });
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('says that the database does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x' };
    const outcome = await operate({ env, cwd: dataDir }, () => Promise.reject(new Error('not to be run')));
    expect(outcome).toEqual({
      ok: false,
      text: 'The database cannot be opened: connect ECONNREFUSED 127.0.0.1:1',
    });
  });
});

describe('a reset', () => {
  it('deletes the embedded database and the documents, and leaves the rest of the folder', async () => {
    await mkdir(join(dataDir, 'database', 'base'), { recursive: true });
    await mkdir(join(dataDir, 'documents'));
    await writeFile(join(dataDir, 'documents', 'a-passport'), 'x');
    await writeFile(join(dataDir, 'somebody-elses.txt'), '');
    await removeEmbedded(dataDir);
    await removeEmbedded(dataDir);
    expect(await readdir(dataDir)).toEqual(['somebody-elses.txt']);
  });
});
