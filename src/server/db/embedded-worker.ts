import fs, { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** The thread of the embedded database: reads and answers wire protocol messages, in order. */

const terminate = 'X'.charCodeAt(0);

// PGlite sets the mode of every file that it creates to 0666 by chmod, which no umask prevents. This thread creates no
// other files than the database's.
const { chmodSync, mkdirSync } = fs;
Object.assign(fs, {
  chmodSync: (path: string, mode: number) => chmodSync(path, mode & 0o700),
  mkdirSync: (path: string) => mkdirSync(path, 0o700),
});

const { folder, module } = workerData as { folder: string | null; module: WebAssembly.Module };
const database = await PGlite.create({
  ...(folder !== null && { dataDir: folder }),
  pgliteWasmModule: module,
  startParams: settings(),
});
const port = parentPort;
if (!port) throw new Error('This module runs as a worker thread only');

/**
 * Differs from PGlite's defaults: a quarter of the buffers (the operating system caches the files anyway), and
 * checkpoints often enough that recovery after a kill takes well below a second.
 */
function settings(): string[] {
  return [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'max_wal_size=96MB', '-c', 'jit=off'];
}

/** Answers a message. PGlite's `execProtocolRaw` would also parse each reply and keep its rows. */
async function replyTo(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  // Each part is a view of PGlite's memory, which the next one overwrites.
  await database.execProtocolRawStream(message, { onRawData: (part) => void parts.push(part.slice()) });
  const reply = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
  let end = 0;
  for (const part of parts) {
    reply.set(part, end);
    end += part.length;
  }
  return reply;
}

interface CopyRequest {
  copyTo: string;
  answer: MessagePort;
}
type Message = Uint8Array | 'stop' | CopyRequest;

async function answer(message: Message): Promise<void> {
  if (message === 'stop') {
    await database.close();
    port?.close();
  } else if ('copyTo' in message) {
    await copyFiles(message);
  } else if (message[0] === terminate) {
    // The session outlives its connection: without this, the next connection would inherit its prepared statements and
    // open transaction.
    await database.exec('rollback');
    await database.exec('discard all');
  } else {
    const reply = await replyTo(message);
    port?.postMessage(reply, [reply.buffer]);
  }
}

/**
 * No statement runs during the copy, so the files are as a power cut between two statements would leave them. Recovery
 * can handle that.
 */
async function copyFiles({ copyTo, answer }: CopyRequest): Promise<void> {
  const copying =
    folder === null
      ? Promise.reject(new Error('A database in memory has no files to copy'))
      : copyFolder(folder, copyTo);
  await copying.then(
    () => answer.postMessage({ fault: null }),
    // Posting the error itself would lose its code.
    (fault: unknown) => {
      const { message, code } = fault as NodeJS.ErrnoException;
      answer.postMessage({ fault: { message, code } });
    },
  );
}

function copyFolder(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE });
}

let queue = Promise.resolve();
port.on('message', (message: Message) => {
  queue = queue.then(() => answer(message));
});
port.postMessage('ready');
