import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { subscriberAddress } from './client-address.ts';
import type { AttemptAllowance } from './rate-counter.ts';
import { createRateCounter, takeFrom, takeUpTo } from './rate-counter.ts';

export interface Attempt {
  /** Where it comes from. */
  address: string;
  /** In lower case. */
  email: string;
  /** The hash of the device that the account knows, hexadecimal; null for one that it does not know. */
  knownDevice: string | null;
}

export interface AttemptLimiter {
  /** Counts one that could not be told from a machine's before it is made. Problem: TOO_MANY_REQUESTS. */
  takeUnchecked: (address: string) => Promise<Result>;
  /** It was right after all, and no longer counts; wrong ones before it do. */
  forgiveUnchecked: (address: string) => Promise<void>;
  /** Counts an attempt before it is made, so that many at once are counted too. Problem: TOO_MANY_REQUESTS. */
  take: (attempt: Attempt) => Promise<Result>;
  /** The attempt was right after all: it and the wrong ones before it from the same place no longer count. */
  forgive: (attempt: Attempt) => Promise<void>;
}

/**
 * A known device has its own, which no stranger can use up. The one for an email alone refuses nobody, because strangers could lock
 * its owner out by it: once it is used up, each address has `emailAtAddressTight` for that email.
 */
export const attemptAllowances = {
  device: { points: 10, duration: 900 },
  address: { points: 100, duration: 900 },
  emailAtAddress: { points: 10, duration: 900 },
  emailAtAddressTight: { points: 2, duration: 900 },
  email: { points: 60, duration: 3600 },
  unchecked: { points: 10, duration: 3600 },
} as const satisfies Record<string, AttemptAllowance>;

type Allowances = Record<keyof typeof attemptAllowances, AttemptAllowance>;

/** Limits log-in attempts by device where it is known, else by address and by email at an address. Counts in Redis where there is one. */
export function createAttemptLimiter(redis: Redis | null, others: Partial<Allowances> = {}): AttemptLimiter {
  const allowances: Allowances = { ...attemptAllowances, ...others };
  const counters = {
    device: createRateCounter(redis, 'login-device', allowances.device),
    address: createRateCounter(redis, 'login-address', allowances.address),
    emailAtAddress: createRateCounter(redis, 'login-email-address', allowances.emailAtAddress),
    email: createRateCounter(redis, 'login-email', allowances.email),
    unchecked: createRateCounter(redis, 'login-unchecked', allowances.unchecked),
  };

  async function takeAsStranger(keys: StrangerKeys): Promise<Result> {
    const tried = await counters.email.get(keys.email);
    const isTight = tried !== null && tried.consumedPoints >= allowances.email.points;
    const { points } = isTight ? allowances.emailAtAddressTight : allowances.emailAtAddress;
    const taken = await takeFrom([
      () => counters.address.consume(keys.address),
      () => takeUpTo(counters.emailAtAddress, keys.emailAtAddress, points),
    ]);
    // What was refused guessed nothing: one address alone must not make it tight for all others, nor have a count kept for each email it names.
    if (taken.ok) await counters.email.penalty(keys.email);
    return taken;
  }

  async function forgiveStranger(keys: StrangerKeys): Promise<void> {
    const own = await counters.emailAtAddress.get(keys.emailAtAddress);
    const points = Math.min(own?.consumedPoints ?? 1, allowances.emailAtAddress.points);
    await Promise.all([
      counters.address.reward(keys.address, points),
      counters.emailAtAddress.delete(keys.emailAtAddress),
      counters.email.reward(keys.email, points),
    ]);
  }

  return {
    takeUnchecked: (address) => takeFrom([() => counters.unchecked.consume(subscriberAddress(address))]),
    async forgiveUnchecked(address) {
      await counters.unchecked.reward(subscriberAddress(address));
    },
    take(attempt) {
      const { knownDevice } = attempt;
      return knownDevice === null
        ? takeAsStranger(keysOf(attempt))
        : takeFrom([() => counters.device.consume(knownDevice)]);
    },
    async forgive(attempt) {
      if (attempt.knownDevice === null) await forgiveStranger(keysOf(attempt));
      else await counters.device.delete(attempt.knownDevice);
    },
  };
}

type StrangerKeys = Record<'address' | 'emailAtAddress' | 'email', string>;

/** Emails are hashed: what counts attempts must not become a list of customers. */
function keysOf({ address, email }: Omit<Attempt, 'knownDevice'>): StrangerKeys {
  const subscriber = subscriberAddress(address);
  const person = createHash('sha256').update(email).digest('base64url');
  return { address: subscriber, emailAtAddress: `${person}@${subscriber}`, email: person };
}
