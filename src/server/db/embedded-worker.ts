import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** The thread of the embedded database: wire protocol in, wire protocol out, in order. */

const terminate = 'X'.charCodeAt(0);

const { folder } = workerData as { folder: string | null };
const database = await PGlite.create({ ...(folder !== null && { dataDir: folder }), startParams: settings() });
const port = parentPort;
if (!port) throw new Error('This module runs as a worker thread only');

/**
 * Against PGlite's defaults: a quarter of the buffers (the operating system caches the files anyway), and checkpoints early
 * enough that recovery after a kill stays well below a second.
 */
function settings(): string[] {
  return [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'max_wal_size=96MB', '-c', 'jit=off'];
}

async function answer(message: Uint8Array | 'stop'): Promise<void> {
  if (message === 'stop') {
    await database.close();
    port?.close();
  } else if (message[0] === terminate) {
    // The session outlives its connection: without this the next one would meet its statements and open transaction.
    await database.exec('rollback');
    await database.exec('discard all');
  } else {
    const reply = await database.execProtocolRaw(message);
    port?.postMessage(reply, [reply.buffer as ArrayBuffer]);
  }
}

let queue = Promise.resolve();
port.on('message', (message: Uint8Array | 'stop') => {
  queue = queue.then(() => answer(message));
});
port.postMessage('ready');
