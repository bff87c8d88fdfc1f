import { parentPort, workerData } from 'node:worker_threads';
import { inspectDocument } from './inspect-document.ts';

/** The thread that inspects one file. */

const { bytes } = workerData as { bytes: Uint8Array };
parentPort?.postMessage(await inspectDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
