import { databaseFaultKind } from './database-faults.ts';

/** For a database transaction that may meet a row that another one holds: its wait ends before the browser gives up on its answer. */
export const longestLockWait = { lock_timeout: '5s' } as const;

/** Whether a wait for a lock took longer than `lock_timeout`. */
export function isLockTimeout(fault: unknown): boolean {
  return databaseFaultKind(fault) === 'locked';
}
