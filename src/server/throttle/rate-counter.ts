import type { Redis } from 'ioredis';
import type { IRateLimiterRedisOptions, RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';

/** Allows `points` attempts in `duration` seconds. */
export interface Allowance {
  points: number;
  duration: number;
}

/**
 * Creates a counter of attempts by key, in Redis if `redis` is not null. The name keeps its keys apart from those of
 * other counters.
 */
export function createRateCounter(redis: Redis | null, name: string, allowance: Allowance): RateLimiterAbstract {
  const options = { ...allowance, keyPrefix: name };
  const memory = new RateLimiterMemory(options);
  if (!redis) {
    return memory;
  }
  // If Redis is unreachable, each process counts in its own memory: an outage of Redis must not make requests fail.
  const shared: IRateLimiterRedisOptions = { ...options, storeClient: redis, insuranceLimiter: memory };
  return new RateLimiterRedis(shared);
}

/** A point to consume from a counter. `most` may lower the counter's allowance for this call. */
export interface Claim {
  counter: RateLimiterAbstract;
  key: string;
  most?: number | undefined;
}

/**
 * Consumes one point of each counter, or none: if a counter refuses, its point and those before it are given back, so
 * only acts that every counter allows are counted. Problem: TOO_MANY_REQUESTS, with the seconds after which to retry.
 */
export async function consumeAll(claims: readonly Claim[]): Promise<Result> {
  const consumed: Claim[] = [];
  const steps = claims.map((claim) => async () => {
    consumed.push(claim);
    const { consumedPoints, msBeforeNext } = await claim.counter.consume(claim.key);
    if (claim.most !== undefined && consumedPoints > claim.most) throw new LessAllowed(msBeforeNext);
  });
  const result = await consumeEach(steps);
  if (!result.ok) await Promise.all(consumed.map(({ counter, key }) => giveBack(counter, key)));
  return result;
}

/** Gives points back, but never more than the counter holds, because a new time window may have begun meanwhile. */
export async function giveBack(counter: RateLimiterAbstract, key: string, points = 1): Promise<void> {
  if (points === 0) return;
  const { consumedPoints } = await counter.reward(key, points);
  if (consumedPoints < 0) await counter.penalty(key, Math.min(points, -consumedPoints));
}

/**
 * Resets a key and returns the points that it had. If several calls do this at once, only one gets the points; the
 * others get 0.
 */
export async function forget(counter: RateLimiterAbstract, key: string): Promise<number> {
  const counted = await counter.get(key);
  return (await counter.delete(key)) ? Math.max(0, counted?.consumedPoints ?? 0) : 0;
}

/** More points were consumed than the claim's `most` allows. */
class LessAllowed extends Error {
  readonly msBeforeNext: number;

  constructor(msBeforeNext: number) {
    super('Less is allowed for now');
    this.msBeforeNext = msBeforeNext;
  }
}

/**
 * Runs steps that each consume a point, one after the other, until one is refused. Problem: TOO_MANY_REQUESTS, with the
 * seconds after which to retry.
 */
export async function consumeEach(steps: readonly (() => Promise<unknown>)[]): Promise<Result> {
  try {
    for (const step of steps) await step();
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
