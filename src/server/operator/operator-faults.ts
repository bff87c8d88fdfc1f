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
  return kind && `The database ${databaseFaultWords[kind]}. Look whether it was done before you try again.`;
}

export const lockedText = 'Others keep the account locked. Nothing was changed: try again.';
