import { parentPort, workerData } from 'node:worker_threads';
import type { StatementOrder } from './render-statement.ts';
import { renderStatement } from './render-statement.ts';

/** The program of a worker thread that renders one statement. */

const file = await renderStatement(workerData as StatementOrder);
parentPort?.postMessage(file);
