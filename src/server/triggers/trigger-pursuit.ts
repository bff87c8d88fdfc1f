import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { TriggerOrder } from '../trading/desk-command.ts';
import type { OrderDesk } from '../trading/order-desk.ts';

export interface PursuitParts {
  orderDesk: Pick<OrderDesk, 'trigger'>;
  logger: Pick<Logger, 'error'>;
}

/**
 * The wait before a trigger that the database did not answer is sent again. It doubles each time, up to the longest.
 */
const firstWaitMs = 100;
const longestWaitMs = 2_000;

/** Sends triggers to the desk until they are decided on. */
export function createPursuit({ orderDesk, logger }: PursuitParts) {
  const stopping = new AbortController();
  /** How many triggers of each position are under way. */
  const underWay = new Map<string, number>();
  let failing = 0;

  async function isDecided(accountId: number, order: TriggerOrder): Promise<boolean> {
    const result = await orderDesk.trigger(accountId, order);
    return result.ok || result.problem.code !== 'UNAVAILABLE';
  }

  /** Thousands fail together, so only the first is logged. */
  function report(fault: unknown): false {
    if (failing === 0) logger.error({ err: fault }, 'triggers could not be decided; retrying until they are');
    return false;
  }

  async function pursue(accountId: number, order: TriggerOrder): Promise<void> {
    let hasFailed = false;
    for (let waitMs = firstWaitMs; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      if (await isDecided(accountId, order).catch(report)) break;
      if (!hasFailed) failing += 1;
      hasFailed = true;
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    if (hasFailed) failing -= 1;
  }

  function leave(id: string): void {
    const others = (underWay.get(id) ?? 1) - 1;
    if (others > 0) underWay.set(id, others);
    else underWay.delete(id);
  }

  return {
    size: () => underWay.size,
    isUnderWay: (id: string) => underWay.has(id),
    follow(accountId: number, order: TriggerOrder): void {
      const { id } = order;
      underWay.set(id, (underWay.get(id) ?? 0) + 1);
      void pursue(accountId, order).finally(() => leave(id));
    },
    stop: () => stopping.abort(),
  };
}
