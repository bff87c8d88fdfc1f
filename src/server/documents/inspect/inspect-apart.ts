import { Worker } from 'node:worker_threads';
import type { DocumentMediaType } from '../../../lib/contract/accounts/document-kinds.ts';
import { createSequence } from '../../throttle/one-at-a-time.ts';

/**
 * Inspects one file at a time, each in its own thread, so a file made to be slow or large does not delay other calls.
 * Each owner has at most one file in the queue, so a customer who sends many files does not delay others.
 */
export interface Inspector {
  /**
   * Resolves to the file's type, or to null if that is not accepted. Throws `InspectionTimeout` if the inspection takes
   * too long.
   */
  inspect: (bytes: Buffer, owner: number) => Promise<DocumentMediaType | null>;
}

/** The inspection of a file took too long. */
export class InspectionTimeout extends Error {
  override name = 'InspectionTimeout';
}

export interface InspectorOptions {
  /** Most files take a fifth of a second, malicious ones up to a second; a busy machine takes longer. */
  timeoutMs?: number;
  program?: URL;
}

const inspectWorker = new URL('./inspect-worker.ts', import.meta.url);
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

export function createInspector({ timeoutMs = 10_000, program = inspectWorker }: InspectorOptions = {}): Inspector {
  const inTurn = createSequence();
  const lastOf = new Map<number, Promise<unknown>>();

  const queue = (bytes: Buffer) => inTurn(() => inspectOne(bytes, program, timeoutMs));

  return {
    inspect(bytes, owner) {
      const before = lastOf.get(owner);
      const turn = before ? before.then(() => queue(bytes)) : queue(bytes);
      const ended = turn
        .catch(() => undefined)
        .then(() => {
          if (lastOf.get(owner) === ended) lastOf.delete(owner);
        });
      lastOf.set(owner, ended);
      return turn;
    },
  };
}

async function inspectOne(bytes: Buffer, program: URL, timeoutMs: number): Promise<DocumentMediaType | null> {
  const worker = new Worker(program, { workerData: { bytes }, execArgv: [], resourceLimits });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<DocumentMediaType | null>((resolve, reject) => {
      timer = setTimeout(() => reject(new InspectionTimeout('The inspection of a document took too long')), timeoutMs);
      worker.once('message', resolve).once('exit', () => reject(new Error('The inspection ended without a result')));
      // A file that needs more memory than any genuine document is refused.
      worker.once('error', (fault: Error & { code?: string }) =>
        fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(fault),
      );
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
