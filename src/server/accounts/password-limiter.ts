import type { Redis } from 'ioredis';
import type { Result } from '../../lib/contract/problem.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import type { AttemptAllowance } from '../throttle/rate-counter.ts';
import { createRateCounter, takeFrom } from '../throttle/rate-counter.ts';
import type { Session } from '../auth/sessions.ts';

/** Limits who guesses the current password within somebody's session, and who changes it without an end. */
export interface PasswordLimiter {
  /** Counts an attempt before it is made. Problem: TOO_MANY_REQUESTS. */
  take: (owner: number | string, address: string) => Promise<Result>;
  /** It was right after all, and the wrong ones before it no longer count; that it was looked at does. */
  forgive: (owner: number | string, address: string) => Promise<void>;
  /** Counts a change before its hash is computed; each is a mail and an entry that stays. Problem: TOO_MANY_REQUESTS. */
  takeChange: (owner: number | string, session: Pick<Session, 'openedBy' | 'tokenHash'>) => Promise<Result>;
}

/**
 * The owner of an account is not locked out by whoever has their session: a link of a mail leads to a new password still, and what is
 * changed by its session is counted apart.
 */
export const passwordAllowances = {
  atAddress: { points: 5, duration: 900 },
  account: { points: 10, duration: 3_600 },
  /** Right or wrong: each is a hash. */
  lookedAt: { points: 60, duration: 3_600 },
  change: { points: 10, duration: 3_600 },
} as const satisfies Record<string, AttemptAllowance>;

type Allowances = Record<keyof typeof passwordAllowances, AttemptAllowance>;

/** Counts in Redis where there is one. */
export function createPasswordLimiter(
  redis: Redis | null,
  allowances: Allowances = passwordAllowances,
): PasswordLimiter {
  const atAddress = createRateCounter(redis, 'password-address', allowances.atAddress);
  const account = createRateCounter(redis, 'password-account', allowances.account);
  const lookedAt = createRateCounter(redis, 'password-looked-at', allowances.lookedAt);
  const change = createRateCounter(redis, 'password-change', allowances.change);
  const keyOf = (owner: number | string, address: string) => `${owner}@${subscriberAddress(address)}`;
  return {
    take: (owner, address) =>
      takeFrom([
        () => atAddress.consume(keyOf(owner, address)),
        () => account.consume(owner),
        () => lookedAt.consume(owner),
      ]),
    async forgive(owner, address) {
      await Promise.all([atAddress.delete(keyOf(owner, address)), account.delete(owner)]);
    },
    takeChange(owner, { openedBy, tokenHash }) {
      const key = openedBy === 'reset-link' ? `${owner}@${tokenHash}` : String(owner);
      return takeFrom([() => change.consume(key)]);
    },
  };
}
