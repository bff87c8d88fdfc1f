import type { Redis } from 'ioredis';
import type { Result } from '../../../lib/contract/problem.ts';
import type { AttemptAllowance } from '../../throttle/rate-counter.ts';
import { createRateCounter, giveBack, takeFrom } from '../../throttle/rate-counter.ts';

/** Limits what customers change of their own account, and the money that they ask to move: each is an entry of the audit log, which nobody can delete. */
export interface ChangeLimiter {
  /** Counts a change before it is made. Problem: TOO_MANY_REQUESTS. */
  take: (kind: ChangeKind, accountId: number) => Promise<Result>;
  /** Nothing was changed after all. */
  giveBack: (kind: ChangeKind, accountId: number) => Promise<void>;
}

export const changeAllowances = {
  profile: { points: 30, duration: 3_600 },
  /** Only switching it on is counted: whoever wants it off must never be refused. */
  autoTrading: { points: 60, duration: 3_600 },
  deposit: { points: 300, duration: 3_600 },
  withdrawal: { points: 300, duration: 3_600 },
  /** Each asks a payment provider. */
  payment: { points: 300, duration: 3_600 },
  /** Each is written by a thread of its own. */
  statement: { points: 60, duration: 3_600 },
} as const satisfies Record<string, AttemptAllowance>;

type ChangeKind = keyof typeof changeAllowances;

/** Counts in Redis where there is one. */
export function createChangeLimiter(
  redis: Redis | null,
  allowances: Record<ChangeKind, AttemptAllowance> = changeAllowances,
): ChangeLimiter {
  const counters = {
    profile: createRateCounter(redis, 'change-profile', allowances.profile),
    autoTrading: createRateCounter(redis, 'change-auto-trading', allowances.autoTrading),
    deposit: createRateCounter(redis, 'begin-deposit', allowances.deposit),
    withdrawal: createRateCounter(redis, 'begin-withdrawal', allowances.withdrawal),
    payment: createRateCounter(redis, 'start-payment', allowances.payment),
    statement: createRateCounter(redis, 'get-statement', allowances.statement),
  };
  return {
    take: (kind, accountId) => takeFrom([() => counters[kind].consume(accountId)]),
    giveBack: (kind, accountId) => giveBack(counters[kind], String(accountId)),
  };
}
