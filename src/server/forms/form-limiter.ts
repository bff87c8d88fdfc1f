import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import type { AttemptAllowance } from '../throttle/rate-counter.ts';
import { createRateCounter, takeFrom } from '../throttle/rate-counter.ts';

export interface FormLimiter {
  /** Counts a form before it is taken. Problem: TOO_MANY_REQUESTS. */
  take: (address: string) => Promise<Result>;
  /** Counts one that could not be told from a machine's. Problem: TOO_MANY_REQUESTS. */
  takeUnchecked: (address: string) => Promise<Result>;
  /** Counts one that was refused and is answered with a page that is rendered for it. Problem: TOO_MANY_REQUESTS. */
  takeRefused: (address: string) => Promise<Result>;
}

export const formAllowances = {
  burst: { points: 10, duration: 600 },
  day: { points: 60, duration: 86_400 },
  unchecked: { points: 4, duration: 3_600 },
  refused: { points: 20, duration: 600 },
} as const satisfies Record<string, AttemptAllowance>;

/** Limits what one subscriber sends by all forms together. Counts in Redis where there is one. */
export function createFormLimiter(redis: Redis | null, allowances = formAllowances): FormLimiter {
  const burst = createRateCounter(redis, 'form-burst', allowances.burst);
  const day = createRateCounter(redis, 'form-day', allowances.day);
  const unchecked = createRateCounter(redis, 'form-unchecked', allowances.unchecked);
  const refused = createRateCounter(redis, 'form-refused', allowances.refused);
  return {
    take(address) {
      const subscriber = subscriberAddress(address);
      return takeFrom([() => burst.consume(subscriber), () => day.consume(subscriber)]);
    },
    takeUnchecked: (address) => takeFrom([() => unchecked.consume(subscriberAddress(address))]),
    takeRefused: (address) => takeFrom([() => refused.consume(subscriberAddress(address))]),
  };
}
