import { parentPort, workerData } from 'node:worker_threads';
import type { StatementOrder } from './render-statement.ts';
import { renderStatement } from './render-statement.ts';

/** Writes one statement, in a thread of its own. */

const file = await renderStatement(workerData as StatementOrder);
parentPort?.postMessage(file);
