import { Worker } from 'node:worker_threads';
import type { DocumentMediaType } from '../../../lib/contract/accounts/document-kinds.ts';
import { createSequence } from '../../throttle/one-at-a-time.ts';

/**
 * Looks into files one after the other, each in a thread of its own: a file that was made to be slow or large holds up
 * nobody's calls. Of each owner one file waits for its turn, so that who sends many waits for the others, and not they
 * for him.
 */
export interface Inspector {
  /** Null where it is none that is taken. Throws `InspectionTimeout` where that cannot be told in time. */
  inspect: (bytes: Buffer, owner: number) => Promise<DocumentMediaType | null>;
}

/** It was not told in time what a file is. */
export class InspectionTimeout extends Error {
  override name = 'InspectionTimeout';
}

export interface InspectorOptions {
  /** Most take a fifth of a second, and what was made to be slow one at most; a busy machine takes longer. */
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
      timer = setTimeout(() => reject(new InspectionTimeout('A document took too long to be looked into')), timeoutMs);
      worker.once('message', resolve).once('exit', () => reject(new Error('A document was not looked into')));
      // What needs more memory than any document does is none.
      worker.once('error', (fault: Error & { code?: string }) =>
        fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(fault),
      );
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
