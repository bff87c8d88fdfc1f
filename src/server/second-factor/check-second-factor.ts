import { refuse } from '../../lib/contract/problem.ts';
import { isKnownDevice } from '../sessions/devices-rows.ts';
import type { FactorClaim, SecondFactorCheck } from '../auth/log-in.ts';
import { hashOfToken } from '../secrets/token-hash.ts';
import type { Queries } from '../db/database.ts';
import { hasSecondFactor, holdSecondFactor, lockFactor } from './second-factor-rows.ts';
import type { FactorParts } from './consume-code.ts';
import { consumeCode } from './consume-code.ts';
import type { CodeSource } from './wrong-codes.ts';

/**
 * Requires the second factor after a password or a link, if the account has one. Runs in the caller's database
 * transaction, which must commit even after a refusal, because wrong codes are counted by their audit records. A right
 * code is used up when that transaction commits.
 *
 * Problems: SECOND_FACTOR_REQUIRED without a code, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS.
 */
export function createSecondFactorCheck(parts: FactorParts): SecondFactorCheck {
  return async (claim, connection) => {
    const { accountId, code, origin } = claim;
    if (!(await hasSecondFactor(connection, accountId))) {
      // It may be switched on right now, which ends all other sessions. Without the lock, the session that is being
      // opened would be missed.
      return (await holdSecondFactor(connection, accountId)) ? refuse('SECOND_FACTOR_REQUIRED') : { ok: true };
    }
    if (code === undefined) return refuse('SECOND_FACTOR_REQUIRED');
    const factor = await lockFactor(connection, accountId);
    // The second factor was switched off while this waited for the lock.
    if (!factor.enabledAt) return { ok: true };
    return consumeCode(connection, parts, {
      accountId,
      code,
      origin,
      source: await codeSourceOf(connection, claim),
      factor,
    });
  };
}

async function codeSourceOf(
  connection: Queries,
  { accountId, openedBy, deviceToken }: Pick<FactorClaim, 'accountId' | 'openedBy' | 'deviceToken'>,
): Promise<CodeSource> {
  if (openedBy !== 'password') return 'link';
  const isKnown = deviceToken !== undefined && (await isKnownDevice(connection, accountId, hashOfToken(deviceToken)));
  return isKnown ? 'known device' : 'new device';
}
