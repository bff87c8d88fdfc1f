import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { subscriberAddress } from '../auth/client-address.ts';
import type { AttemptAllowance } from '../auth/rate-counter.ts';
import { createRateCounter, takeFrom } from '../auth/rate-counter.ts';

/** What is limited of the ways in besides the log-in. Problem of each: TOO_MANY_REQUESTS. */
export interface EntryLimiter {
  /** Counts a registration before it is made. */
  takeRegistration: (address: string) => Promise<Result>;
  /** Counts a wish for a new password. */
  takeRequest: (address: string) => Promise<Result>;
  /** Counts a registration or a wish that could not be told from a machine's. */
  takeUnchecked: (address: string) => Promise<Result>;
  /** Counts a mail to somebody who is not known to have asked for it. */
  takeMail: (email: string) => Promise<Result>;
  /** Counts a code before it is looked up. */
  takeCode: (address: string) => Promise<Result>;
  /** The code was right after all, and no longer counts. */
  forgiveCode: (address: string) => Promise<void>;
}

export const entryAllowances = {
  registration: { points: 10, duration: 3_600 },
  request: { points: 10, duration: 900 },
  unchecked: { points: 4, duration: 3_600 },
  mail: { points: 3, duration: 3_600 },
  code: { points: 20, duration: 900 },
} as const satisfies Record<string, AttemptAllowance>;

type Allowances = Record<keyof typeof entryAllowances, AttemptAllowance>;

/** Limits the ways in by subscriber, and mails by who gets them. Counts in Redis where there is one. */
export function createEntryLimiter(redis: Redis | null, allowances: Allowances = entryAllowances): EntryLimiter {
  const registration = createRateCounter(redis, 'entry-registration', allowances.registration);
  const request = createRateCounter(redis, 'entry-request', allowances.request);
  const unchecked = createRateCounter(redis, 'entry-unchecked', allowances.unchecked);
  const mail = createRateCounter(redis, 'entry-mail', allowances.mail);
  const code = createRateCounter(redis, 'entry-code', allowances.code);
  return {
    takeRegistration: (address) => takeFrom([() => registration.consume(subscriberAddress(address))]),
    takeRequest: (address) => takeFrom([() => request.consume(subscriberAddress(address))]),
    takeUnchecked: (address) => takeFrom([() => unchecked.consume(subscriberAddress(address))]),
    // Hashed: what counts mails must not become a list of customers.
    takeMail: (email) => takeFrom([() => mail.consume(createHash('sha256').update(email).digest('base64url'))]),
    takeCode: (address) => takeFrom([() => code.consume(subscriberAddress(address))]),
    async forgiveCode(address) {
      await code.reward(subscriberAddress(address));
    },
  };
}
