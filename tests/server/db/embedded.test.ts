import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../../src/server/db/embedded.ts';

/** A worker thread that reports that it is ready, and runs this code at the first message. */
function threadThat(does: string): URL {
  const program = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => { ${does} });
    parentPort.postMessage('ready');`;
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`);
}

it('says that its thread has failed, and breaks the connection', async () => {
  const program = threadThat(`throw new Error('memory access out of bounds')`);
  let tell: (fault: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => (tell = resolve));
  const embedded = await startEmbedded({ folder: null, program, onLost: tell });
  const connection = embedded.connect();
  const broken = once(connection, 'error');
  connection.write('a query');
  expect((await lost).message).toBe('memory access out of bounds');
  expect(await broken).toMatchObject([{ message: 'memory access out of bounds' }]);
  expect(await once(embedded.connect(), 'error')).toMatchObject([{ message: 'The embedded database has stopped' }]);
  await embedded.stop();
});

it('says nothing when it is stopped', async () => {
  const lost: Error[] = [];
  const options = {
    folder: null,
    program: threadThat('parentPort.close()'),
    onLost: (fault: Error) => void lost.push(fault),
  };
  await (await startEmbedded(options)).stop();
  expect(lost).toEqual([]);
});

describe('a thread that fails before it is ready', () => {
  // The message of PGlite when it cannot write.
  const program = new URL(
    `data:text/javascript,${encodeURIComponent("throw new Error('Aborted(). Build with -sASSERTIONS')")}`,
  );
  const start = (folder: string, freeBytes: number) =>
    startEmbedded({ folder, program, freeBytes: () => Promise.resolve(freeBytes) });
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'brokerkit-full-')), 'database');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  it('is a full disk if there is no room, and no partial files remain', async () => {
    await expect(start(folder, 4096)).rejects.toThrow(`the disk of ${folder} is full`);
    expect(existsSync(folder)).toBe(false);
  });

  it.each(['PG_VERSION', 'base'])('removes nothing if %s was in the folder before', async (name) => {
    await mkdir(folder);
    await writeFile(join(folder, name), '18');
    await expect(start(folder, 4096)).rejects.toThrow('is full');
    expect(existsSync(join(folder, name))).toBe(true);
  });

  it('removes what it created in an empty folder', async () => {
    await mkdir(folder);
    await expect(start(folder, 4096)).rejects.toThrow('is full');
    expect(existsSync(folder)).toBe(false);
  });

  it('is reported with its own message if there is room', async () => {
    await expect(start(folder, 1e9)).rejects.toThrow('Aborted()');
  });
});
