import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { subscriberAddress } from './client-address.ts';
import type { AttemptAllowance } from './rate-counter.ts';
import { createRateCounter, takeFrom } from './rate-counter.ts';

export interface Attempt {
  /** Where it comes from. */
  address: string;
  /** In lower case. */
  email: string;
}

export interface AttemptLimiter {
  /** Counts one that could not be told from a machine's before it is made. Problem: TOO_MANY_REQUESTS. */
  takeUnchecked: (address: string) => Promise<Result>;
  /** It was right after all, and no longer counts; wrong ones before it do. */
  forgiveUnchecked: (address: string) => Promise<void>;
  /** Counts an attempt before it is made, so that many at once are counted too. Problem: TOO_MANY_REQUESTS. */
  take: (attempt: Attempt) => Promise<Result>;
  /** The attempt was right after all: it and the wrong ones before it from the same address no longer count. */
  forgive: (attempt: Attempt) => Promise<void>;
}

/** The one for an email alone is higher: it stops a guess from many addresses, and must not be a way to lock others out. */
export const attemptAllowances = {
  address: { points: 100, duration: 900 },
  emailAtAddress: { points: 10, duration: 900 },
  email: { points: 60, duration: 3600 },
  unchecked: { points: 10, duration: 3600 },
} as const satisfies Record<string, AttemptAllowance>;

type Allowances = Record<keyof typeof attemptAllowances, AttemptAllowance>;
type Keys = Record<Exclude<keyof Allowances, 'unchecked'>, string>;

/** Limits log-in attempts by address, by email at an address, and by email. Counts in Redis where there is one. */
export function createAttemptLimiter(redis: Redis | null, others: Partial<Allowances> = {}): AttemptLimiter {
  const allowances: Allowances = { ...attemptAllowances, ...others };
  const counters = {
    address: createRateCounter(redis, 'login-address', allowances.address),
    emailAtAddress: createRateCounter(redis, 'login-email-address', allowances.emailAtAddress),
    email: createRateCounter(redis, 'login-email', allowances.email),
    unchecked: createRateCounter(redis, 'login-unchecked', allowances.unchecked),
  };
  return {
    takeUnchecked: (address) => takeFrom([() => counters.unchecked.consume(subscriberAddress(address))]),
    async forgiveUnchecked(address) {
      await counters.unchecked.reward(subscriberAddress(address));
    },
    take(attempt) {
      const keys = keysOf(attempt);
      return takeFrom([
        () => counters.address.consume(keys.address),
        () => counters.emailAtAddress.consume(keys.emailAtAddress),
        () => counters.email.consume(keys.email),
      ]);
    },
    async forgive(attempt) {
      const keys = keysOf(attempt);
      const own = await counters.emailAtAddress.get(keys.emailAtAddress);
      const points = Math.min(own?.consumedPoints ?? 1, allowances.emailAtAddress.points);
      await Promise.all([
        counters.address.reward(keys.address, points),
        counters.emailAtAddress.delete(keys.emailAtAddress),
        counters.email.reward(keys.email, points),
      ]);
    },
  };
}

/** Emails are hashed: what counts attempts must not become a list of customers. */
function keysOf({ address, email }: Attempt): Keys {
  const subscriber = subscriberAddress(address);
  const person = createHash('sha256').update(email).digest('base64url');
  return { address: subscriber, emailAtAddress: `${person}@${subscriber}`, email: person };
}
