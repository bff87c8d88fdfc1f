import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { databaseFaultKind } from './database-faults.ts';

/**
 * Settings for a database transaction that may have to wait for a locked row: the wait ends before the browser stops
 * waiting for the answer.
 */
export const longestLockWait = { lock_timeout: '5s' } as const;

/** Whether a wait for a lock took longer than `lock_timeout`. */
export function isLockTimeout(fault: unknown): boolean {
  return databaseFaultKind(fault) === 'locked';
}

/** The result of a transaction under `longestLockWait`; UNAVAILABLE if others kept a row locked for too long. */
export async function orUnavailable<Facts extends object>(result: Promise<Result<Facts>>): Promise<Result<Facts>> {
  try {
    return await result;
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}
