import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { FreeBytes } from './full-disk.ts';
import { describeFullDisk, freeBytesOf } from './full-disk.ts';

export interface Embedded {
  /**
   * A connection for node-postgres. Only one may be in use at a time, because the embedded database has one session.
   */
  connect: () => Duplex;
  /**
   * Copies the database's files into a folder that must not exist yet, between two messages of the connection, so that
   * nothing else runs meanwhile.
   */
  copyTo: (folder: string) => Promise<void>;
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** Null keeps the database in memory. */
  folder: string | null;
  /** Called when the thread has ended unexpectedly. */
  onLost?: (fault: Error) => void;
  /** The thread's program; tests pass one that fails. */
  program?: URL;
  /** Returns the free space on the disk of a folder. */
  freeBytes?: FreeBytes;
}

const embeddedWorker = new URL('./embedded-worker.ts', import.meta.url);

/**
 * Starts PGlite in a thread of its own, because it computes on the calling thread and would block every timer. It
 * speaks PostgreSQL's wire protocol, so that all code above uses one driver for either database.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { onLost = endProcess } = options;
  const worker = await startWorker(options);
  let state: 'running' | 'stopping' | 'gone' = 'running';
  let fault = stoppedFault();
  worker.on('error', (thrown: Error) => (fault = thrown));
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      if (state === 'running') onLost(fault);
      state = 'gone';
      resolve();
    });
  });
  return {
    connect: () => (state === 'gone' ? new WorkerStream(worker).destroy(stoppedFault()) : new WorkerStream(worker)),
    copyTo: (copy) => Promise.race([askForCopy(worker, copy), exited.then(() => Promise.reject(stoppedFault()))]),
    stop: async () => {
      if (state === 'running') state = 'stopping';
      worker.postMessage('stop');
      await exited;
    },
  };
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiles PGlite's program once for all databases of the process: each one after the first opens in half the time. */
function compileOnce(): Promise<WebAssembly.Module> {
  compiled ??= readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then(WebAssembly.compile);
  return compiled;
}

/** Resolves when the database is open. */
async function startWorker({
  folder,
  program = embeddedWorker,
  freeBytes = freeBytesOf,
}: EmbeddedOptions): Promise<Worker> {
  const isNew = folder !== null && (!existsSync(folder) || readdirSync(folder).length === 0);
  if (folder !== null) await mkdir(folder, { recursive: true, mode: 0o700 });
  const worker = new Worker(program, { workerData: { folder, module: await compileOnce() }, execArgv: [] });
  try {
    await firstMessage(worker);
    return worker;
  } catch (fault) {
    const full = folder === null ? null : await describeFullDisk(folder, freeBytes);
    // Otherwise the next start would mistake the unfinished files for a database. Files that were in the folder before
    // are never removed.
    if (isNew && full !== null) await rm(folder, { recursive: true, force: true });
    throw full === null ? fault : new Error(full, { cause: fault });
  }
}

/** The answer comes on a port of its own, because all other messages of the worker belong to the connection. */
async function askForCopy(worker: Worker, copyTo: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const answered = once(port1, 'message') as Promise<[{ fault: { message: string; code?: string } | null }]>;
  worker.postMessage({ copyTo, answer: port2 }, [port2]);
  const [{ fault }] = await answered.finally(() => port1.close());
  if (fault) throw Object.assign(new Error(fault.message), { code: fault.code });
}

/**
 * Throws an uncaught fault, which ends the process so that it is restarted: without its database it could only refuse
 * requests.
 */
function endProcess(fault: Error): void {
  setImmediate(() => {
    throw new Error('The embedded database has failed', { cause: fault });
  });
}

function stoppedFault() {
  return new Error('The embedded database has stopped');
}

function firstMessage(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const exit = () => reject(stoppedFault());
    worker.once('error', reject).once('exit', exit);
    worker.once('message', () => {
      worker.off('error', reject).off('exit', exit);
      resolve();
    });
  });
}

/** A stream that node-postgres uses like a socket; its other end is the worker. */
class WorkerStream extends Duplex {
  #worker: Worker;
  #receive = (bytes: Uint8Array) => void this.push(bytes);
  #fail = (fault: Error) => void this.destroy(fault);
  #gone = () => void this.destroy(stoppedFault());

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on('message', this.#receive).on('error', this.#fail).on('exit', this.#gone);
  }

  connect() {
    setImmediate(() => this.emit('connect'));
    return this;
  }

  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#send(new Uint8Array(chunk), done);
  }

  // node-postgres corks the messages of a query, so they reach the worker as one message instead of five.
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void) {
    const joined = Buffer.concat(chunks.map(({ chunk }) => chunk));
    this.#send(new Uint8Array(joined), done);
  }

  override _final(done: (error?: Error | null) => void) {
    this.push(null);
    done();
  }

  override _destroy(fault: Error | null, done: (error?: Error | null) => void) {
    this.#worker.off('message', this.#receive).off('error', this.#fail).off('exit', this.#gone);
    done(fault);
  }

  #send(bytes: Uint8Array<ArrayBuffer>, done: () => void) {
    this.#worker.postMessage(bytes, [bytes.buffer]);
    done();
  }
}
