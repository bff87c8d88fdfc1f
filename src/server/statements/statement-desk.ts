import { Worker } from 'node:worker_threads';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { StatementOrder } from './render-statement.ts';

/**
 * Makes statements one after the other, each in a thread of its own: a long one holds up no calls, and no two are in
 * memory at once. Each account may have only one in the making or waiting. The shortest waiting statement and the one
 * that has waited longest are next in alternation: nobody waits for all the long ones, and nobody forever.
 */
export interface StatementDesk {
  /**
   * `count` estimates the number of lines; `read` is called when its turn comes. Problems: its own; TOO_MANY_REQUESTS
   * if one of the account is being made; UNAVAILABLE if too many wait.
   */
  make: (
    accountId: number,
    request: { count: () => Promise<number>; read: () => Promise<Result<{ order: StatementOrder }>> },
  ) => Promise<Result<{ file: Buffer }>>;
}

const program = new URL('./render-worker.ts', import.meta.url);
/** The longest has 50,000 lines and takes a tenth of this on an otherwise idle machine. */
const timeoutMs = 120_000;
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
const mostWaiting = 20;
const retryAfterSeconds = 5;

export function createStatementDesk(render = renderApart): StatementDesk {
  const takeTurn = createTurns();
  const busy = new Set<number>();
  return {
    async make(accountId, { count, read }) {
      if (busy.has(accountId)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      if (busy.size >= mostWaiting) return refuse('UNAVAILABLE');
      busy.add(accountId);
      try {
        return await takeTurn(await count(), async (): Promise<Result<{ file: Buffer }>> => {
          const asked = await read();
          return asked.ok ? { ok: true, file: Buffer.from(await render(asked.order)) } : asked;
        });
      } finally {
        busy.delete(accountId);
      }
    },
  };
}

/** Runs one piece of work at a time. */
function createTurns() {
  const waiting: { rows: number; begin: () => void }[] = [];
  let isTaken = false;
  let turns = 0;

  function next(): void {
    const shortest = Math.min(...waiting.map(({ rows }) => rows));
    const at = turns++ % 2 === 0 ? waiting.findIndex(({ rows }) => rows === shortest) : 0;
    const [one] = waiting.splice(at, 1);
    isTaken = one !== undefined;
    one?.begin();
  }

  return async function takeTurn<Done>(rows: number, work: () => Promise<Done>): Promise<Done> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    waiting.push({ rows, begin: () => resolve(undefined) });
    if (!isTaken) next();
    await promise;
    return work().finally(next);
  };
}

async function renderApart(order: StatementOrder): Promise<Uint8Array> {
  const worker = new Worker(program, { workerData: order, execArgv: [], resourceLimits });
  // A server that stops must not wait for a statement.
  worker.unref();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('A statement took too long to be written')), timeoutMs);
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('A statement was not written')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
