import { refuse } from '../../lib/contract/problem.ts';
import type { SecondFactorCheck } from '../auth/log-in.ts';
import { hashOfToken } from '../auth/token-hash.ts';
import { hasSecondFactor, holdSecondFactor, isKnownDevice, lockFactor } from './second-factor-rows.ts';
import type { FactorParts } from './take-code.ts';
import { takeCode } from './take-code.ts';

/**
 * Asks whoever has shown a password or a link for the second factor, where the account has one. In the caller's database
 * transaction, which is to be committed for a refusal too: a wrong code counts only by what is written down of it. A right code is used up
 * with whatever that transaction does.
 *
 * Problems: SECOND_FACTOR_REQUIRED without a code, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS.
 */
export function createSecondFactorCheck(parts: FactorParts): SecondFactorCheck {
  return async ({ accountId, code, origin, deviceToken }, connection) => {
    if (!(await hasSecondFactor(connection, accountId))) {
      // Switched on at this moment: without the lock the session would be opened unseen, and outlive the others.
      return (await holdSecondFactor(connection, accountId)) ? refuse('SECOND_FACTOR_REQUIRED') : { ok: true };
    }
    if (code === undefined) return refuse('SECOND_FACTOR_REQUIRED');
    const factor = await lockFactor(connection, accountId);
    // Switched off while the lock was waited for.
    if (!factor.enabledAt) return { ok: true };
    const isKnown = deviceToken !== undefined && (await isKnownDevice(connection, accountId, hashOfToken(deviceToken)));
    const asker = isKnown ? 'known device' : 'new device';
    return takeCode(connection, parts, { accountId, code, origin, asker, factor });
  };
}
