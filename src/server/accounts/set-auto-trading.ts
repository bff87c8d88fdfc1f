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
  /** The version of the rule by which auto trading trades now. */
  autoRuleVersion: string;
}

export interface AutoTradingCommand {
  accountId: number;
  isOn: boolean;
  /** The version of the rule that the customer agrees to; null: the customer has agreed before. */
  consent: string | null;
  origin: RequestOrigin;
}

/**
 * Switches auto trading of an account on or off and notifies subscribers; returns the updated account. Safe to repeat:
 * nothing is written if nothing changes. Once it is off, no more positions are opened for the account, and open ones
 * are left to the customer. Switching off is never limited.
 *
 * Switching on needs the customer's consent to the rule of today, given now or before; it is stored with its instant
 * and recorded.
 *
 * Problems: CONSENT_REQUIRED without it, also if it is to another version of the rule; UNAVAILABLE if another
 * transaction keeps the account locked; TOO_MANY_REQUESTS if auto trading was switched on too often in an hour. In all
 * cases nothing changes.
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
    const switched = await database.transaction(
      (connection) => switchWithin(connection, parts, command),
      longestLockWait,
    );
    if (!switched.ok) return switched;
    const { account, isChanged } = switched;
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
  { runtime, autoRuleVersion }: SetAutoTradingParts,
  { accountId, isOn, consent, origin }: AutoTradingCommand,
): Promise<Result<{ account: AccountRow; isChanged: boolean }>> {
  const before = await lockAutoTrading(connection, accountId);
  if (!before) throw new Error(`There is no account ${accountId}`);
  if (isOn && (consent ?? before.consentedTo) !== autoRuleVersion) return refuse('CONSENT_REQUIRED');
  const now = new Date(runtime.now());
  // Agreeing again to the same rule does not move the instant of the consent.
  const isAgreed = isOn && consent !== null && consent !== before.consentedTo;
  const given = isAgreed ? { consentedTo: consent, consentedAt: now } : {};
  const account = await updateAutoTrading(connection, accountId, { ...before, isOn, ...given });
  if (!account) throw new Error(`There is no account ${accountId}`);
  const isChanged = before.isOn !== isOn || isAgreed;
  if (isChanged) {
    const record = { id: runtime.newId(), at: now, event: 'auto_trading_switched' } as const;
    const details = { on: isOn, ...(isOn && { rule: autoRuleVersion }) };
    await writeAudit(connection, { ...record, actor: 'customer', accountId, origin, details });
  }
  return { ok: true, account, isChanged };
}
