import type { Redis } from 'ioredis';
import type { IRateLimiterRedisOptions, RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';

/** How many attempts within how many seconds. */
export interface AttemptAllowance {
  points: number;
  duration: number;
}

/** Counts attempts by key under a name of its own, in Redis where there is one. */
export function createRateCounter(redis: Redis | null, name: string, allowance: AttemptAllowance): RateLimiterAbstract {
  const options = { ...allowance, keyPrefix: name };
  const memory = new RateLimiterMemory(options);
  if (!redis) {
    return memory;
  }
  // Without Redis each process counts for itself: nothing must fail because a counter is away.
  const shared: IRateLimiterRedisOptions = { ...options, storeClient: redis, insuranceLimiter: memory };
  return new RateLimiterRedis(shared);
}

/** Takes one from a counter of which, for now, less is allowed than it could give. Rejects like the counter itself. */
export async function takeUpTo(counter: RateLimiterAbstract, key: string, most: number): Promise<void> {
  const taken = await counter.consume(key);
  if (taken.consumedPoints > most) throw new LessAllowed(taken.msBeforeNext);
}

/** More was taken than is allowed for now. */
class LessAllowed extends Error {
  readonly msBeforeNext: number;

  constructor(msBeforeNext: number) {
    super('Less is allowed for now');
    this.msBeforeNext = msBeforeNext;
  }
}

/** Takes from the counters one after the other. Problem: TOO_MANY_REQUESTS, with when to come again. */
export async function takeFrom(takes: readonly (() => Promise<unknown>)[]): Promise<Result> {
  try {
    for (const take of takes) await take();
    return { ok: true };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes || refusal instanceof LessAllowed) {
      return refuse('TOO_MANY_REQUESTS', {
        retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
    throw refusal;
  }
}
