import type { Queries } from '../db/database.ts';
import type { AccountChanges } from './account-changes.ts';
import type { AccountRow } from './accounts-rows.ts';
import { updateAutoTrading } from './accounts-rows.ts';

export interface SetAutoTradingParts {
  database: Queries;
  accountChanges: Pick<AccountChanges, 'changed'>;
}

/**
 * Switches auto trading of an account on or off and tells who follows it; returns the account as it is then. Safe to repeat.
 * Off: nothing more is opened for it, and what is open is left to the customer.
 */
export async function setAutoTrading(
  { database, accountChanges }: SetAutoTradingParts,
  accountId: number,
  isOn: boolean,
): Promise<AccountRow> {
  const account = await updateAutoTrading(database, accountId, isOn);
  if (!account) throw new Error(`There is no account ${accountId}`);
  accountChanges.changed(accountId);
  return account;
}
