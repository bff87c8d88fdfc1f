/** For a database transaction that may meet a row that another one holds: its wait ends before the browser gives up on its answer. */
export const longestLockWait = { lock_timeout: '5s' } as const;

/** PostgreSQL's code of a wait for a lock that took longer than `lock_timeout`. */
const lockNotAvailable = '55P03';

export function isLockTimeout(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === lockNotAvailable;
}
