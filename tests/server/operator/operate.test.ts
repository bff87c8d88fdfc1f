import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from '../../../src/server/db/data-lock.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { removeEmbedded } from '../../../src/server/db/reset-database.ts';
import { operate } from '../../../src/server/operator/operate.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerkit-operate-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

const succeed = () => Promise.resolve({ ok: true, text: 'done' });

describe('a command of the operator', () => {
  it('is told what is wrong with the environment, and does nothing', async () => {
    const outcome = await operate({ PORT: 'x', DATA_DIR: dataDir }, () => Promise.reject(new Error('not to be run')));
    expect(outcome).toEqual({ ok: false, text: 'PORT: expected a whole number from 0 to 65535, found x' });
  });

  it('is refused while a server has the data folder, and runs once it has gone', async () => {
    const lock = await lockDataDir(dataDir);
    const refused = await operate({ DATA_DIR: dataDir }, succeed);
    expect(refused.ok).toBe(false);
    expect(refused.text).toContain(`The data folder ${dataDir} is in use by another process (process ${process.pid}`);
    await lock.release();
    expect(await operate({ DATA_DIR: dataDir }, succeed)).toEqual({ ok: true, text: 'done' });
  });

  it('gives the data folder back when it fails', async () => {
    await expect(operate({ DATA_DIR: dataDir }, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(await operate({ DATA_DIR: dataDir }, succeed)).toEqual({ ok: true, text: 'done' });
  });

  it('says in words that the database does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x' };
    const outcome = await operate(env, async ({ databaseUrl }) => {
      await openDatabase({ databaseUrl, dataDir: null, poolSize: 2 });
      return succeed();
    });
    expect(outcome).toEqual({
      ok: false,
      text: 'The database cannot be opened: connect ECONNREFUSED 127.0.0.1:1',
    });
  });
});

describe('a reset', () => {
  it('takes the embedded database and the documents, and leaves what else is in the folder', async () => {
    await mkdir(join(dataDir, 'database', 'base'), { recursive: true });
    await mkdir(join(dataDir, 'documents'));
    await writeFile(join(dataDir, 'documents', 'a-passport'), 'x');
    await writeFile(join(dataDir, 'somebody-elses.txt'), '');
    await removeEmbedded(dataDir);
    await removeEmbedded(dataDir);
    expect(await readdir(dataDir)).toEqual(['somebody-elses.txt']);
  });
});
