import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import type { Runtime } from '../runtime.ts';
import type { ChangeLimiter } from '../throttle/limits.ts';
import type { AccountChanges } from './account-changes.ts';
import type { AccountRow } from './accounts-rows.ts';
import { lockAutoTrading, updateAutoTrading } from './accounts-rows.ts';

export interface SetAutoTradingParts {
  database: Pick<Database, 'transaction'>;
  accountChanges: Pick<AccountChanges, 'changed'>;
  changeLimiter: ChangeLimiter;
  refusals: Pick<RefusalNotes, 'limitMet'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
}

export interface AutoTradingCommand {
  accountId: number;
  isOn: boolean;
  origin: RequestOrigin;
}

/**
 * Switches auto trading of an account on or off and notifies subscribers; returns the updated account. Safe to repeat:
 * nothing is written if nothing changes. Once it is off, no more positions are opened for the account, and open ones
 * are left to the customer. Switching off is never limited.
 *
 * Problems: UNAVAILABLE if another transaction keeps the account locked; TOO_MANY_REQUESTS if auto trading was switched
 * on too often in an hour. In both cases nothing changes.
 */
export async function setAutoTrading(
  parts: SetAutoTradingParts,
  command: AutoTradingCommand,
): Promise<Result<{ account: AccountRow }>> {
  const { database, accountChanges, changeLimiter, refusals } = parts;
  const { accountId, isOn, origin } = command;
  const allowed: Result = isOn ? await changeLimiter.consume('autoTrading', accountId) : { ok: true };
  if (!allowed.ok) {
    await refusals.limitMet('auto_trading', { accountId, origin });
    return allowed;
  }
  try {
    const { account, isChanged } = await database.transaction(
      (connection) => switchWithin(connection, parts, command),
      longestLockWait,
    );
    if (isOn && !isChanged) await changeLimiter.giveBack('autoTrading', accountId);
    accountChanges.changed(accountId);
    return { ok: true, account };
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}

async function switchWithin(
  connection: Queries,
  { runtime }: SetAutoTradingParts,
  { accountId, isOn, origin }: AutoTradingCommand,
): Promise<{ account: AccountRow; isChanged: boolean }> {
  const isChanged = (await lockAutoTrading(connection, accountId)) !== isOn;
  const account = await updateAutoTrading(connection, accountId, isOn);
  if (!account) throw new Error(`There is no account ${accountId}`);
  if (isChanged) {
    const record = { id: runtime.newId(), at: new Date(runtime.now()), event: 'auto_trading_switched' } as const;
    await writeAudit(connection, { ...record, actor: 'customer', accountId, origin, details: { on: isOn } });
  }
  return { account, isChanged };
}
