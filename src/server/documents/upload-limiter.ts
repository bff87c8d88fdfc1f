import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { createRateCounter, takeFrom } from '../auth/rate-counter.ts';

export interface UploadLimiter {
  /**
   * Counts an upload of an account before a byte of it is read, and keeps room for it until `leave` is called. Problem:
   * TOO_MANY_REQUESTS.
   */
  enter: (accountId: number) => Promise<Result<{ leave: () => void }>>;
}

export const uploadAllowance = { points: 20, duration: 3_600 } as const;
/** Each holds some megabytes until it is stored. */
const mostAtOnce = 32;
const mostOfAccount = 2;
const retryAfterSeconds = 5;

/** Limits what one account uploads, and what the server holds in memory of all uploads. Counts in Redis where there is one. */
export function createUploadLimiter(redis: Redis | null, allowance = uploadAllowance): UploadLimiter {
  const counter = createRateCounter(redis, 'uploads', allowance);
  const underWay = new Map<number, number>();
  let all = 0;

  function leave(accountId: number): void {
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left === 0) underWay.delete(accountId);
    else underWay.set(accountId, left);
    all -= 1;
  }

  return {
    async enter(accountId) {
      const own = underWay.get(accountId) ?? 0;
      if (all >= mostAtOnce || own >= mostOfAccount) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
      underWay.set(accountId, own + 1);
      all += 1;
      const taken = await takeFrom([() => counter.consume(accountId)]);
      if (!taken.ok) leave(accountId);
      return taken.ok ? { ok: true, leave: () => leave(accountId) } : taken;
    },
  };
}
