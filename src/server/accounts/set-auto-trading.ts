import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Database } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import type { AccountChanges } from './account-changes.ts';
import type { AccountRow } from './accounts-rows.ts';
import { updateAutoTrading } from './accounts-rows.ts';

export interface SetAutoTradingParts {
  database: Pick<Database, 'transaction'>;
  accountChanges: Pick<AccountChanges, 'changed'>;
}

/**
 * Switches auto trading of an account on or off and tells who follows it; returns the account as it is then. Safe to repeat.
 * Off: nothing more is opened for it, and what is open is left to the customer. Problem: UNAVAILABLE when others keep the account
 * locked; nothing is switched then.
 */
export async function setAutoTrading(
  { database, accountChanges }: SetAutoTradingParts,
  accountId: number,
  isOn: boolean,
): Promise<Result<{ account: AccountRow }>> {
  try {
    const account = await database.transaction(
      (connection) => updateAutoTrading(connection, accountId, isOn),
      longestLockWait,
    );
    if (!account) throw new Error(`There is no account ${accountId}`);
    accountChanges.changed(accountId);
    return { ok: true, account };
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}
