import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUse, DataDirUnusable, lockDataDir } from '../../../src/server/db/data-lock.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerkit-lock-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

describe('the lock of the data folder', () => {
  it('refuses a second holder and says who the first is', async () => {
    const lock = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUse);
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      `${dataDir} is in use by another process (process ${process.pid} since`,
    );
    await lock.release();
  });

  it('can be taken again after its release', async () => {
    const first = await lockDataDir(dataDir);
    await first.release();
    const second = await lockDataDir(dataDir);
    await second.release();
  });

  it('creates the folder if there is none', async () => {
    const lock = await lockDataDir(join(dataDir, 'new', 'folder'));
    await lock.release();
  });

  it('says that the folder is not writable', async () => {
    const inTheWay = join(dataDir, 'a-file');
    await writeFile(inTheWay, '');
    await expect(lockDataDir(inTheWay)).rejects.toThrow(DataDirUnusable);
    await mkdir(join(dataDir, 'lock'));
    await expect(lockDataDir(dataDir)).rejects.toThrow('DATA_DIR: expected a folder that can be written to, found');
  });

  it('excludes other processes, and ends when its process is killed', async () => {
    const module = new URL('../../../src/server/db/data-lock.ts', import.meta.url).href;
    const script = `const { lockDataDir } = await import(${JSON.stringify(module)});
      await lockDataDir(${JSON.stringify(dataDir)});
      process.stdout.write('locked');
      setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    await expect(lockDataDir(dataDir)).rejects.toThrow(`process ${holder.pid}`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const lock = await lockDataDir(dataDir);
    await lock.release();
  });
});
