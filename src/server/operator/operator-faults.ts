import { DataDirInUse, DataDirUnusable } from '../db/data-lock.ts';
import { databaseFaultKind, databaseFaultWords } from '../db/database-faults.ts';
import { DatabaseUnreachable } from '../db/database.ts';
import { isLockTimeout } from '../db/lock-wait.ts';
import { DatabaseInUse } from '../db/server-lock.ts';
import { UnusableValue } from '../environment.ts';

/** Text for a fault that the operator can fix; null for a bug. */
export function inWords(fault: unknown): string | null {
  if (isLockTimeout(fault)) return lockedText;
  const kind = databaseFaultKind(fault);
  const theirs = [DataDirInUse, DataDirUnusable, DatabaseInUse, DatabaseUnreachable, UnusableValue];
  if (theirs.some((one) => fault instanceof one)) return (fault as Error).message;
  return kind && `The database ${databaseFaultWords[kind]}. Check whether the change was made before you try again.`;
}

export const lockedText = 'Another change to this account is in progress. Nothing was changed. Try again.';
