import { brand } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { ConfirmPasswordParts, PasswordClaim } from '../accounts/confirm-password.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { loadPassword } from '../accounts/password-rows.ts';
import type { Database } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { factorContext } from '../secrets/factor-seal.ts';
import type { ChangeParts, FactorCommand } from './change-second-factor.ts';
import { changeFactor } from './change-second-factor.ts';
import { updateFactorSecret } from './second-factor-rows.ts';
import { describeSecret, secretBytes } from './totp.ts';

export interface StartParts extends ConfirmPasswordParts, Pick<ChangeParts, 'box'> {
  database: Database;
  runtime: Runtime;
}

/**
 * Makes a secret for an authenticator app, replacing one that was never confirmed. No code is required until
 * `enableSecondFactor`. If the log-in is no longer fresh, the password is required: otherwise whoever finds an open
 * session could lock its owner out.
 *
 * Problems: UNAUTHENTICATED, SECOND_FACTOR_ON, CURRENT_PASSWORD_REQUIRED, CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS,
 * UNAVAILABLE.
 */
export async function startSecondFactor(
  parts: StartParts,
  claim: PasswordClaim & Pick<FactorCommand, 'sessionHash'>,
): Promise<Result<{ secret: string; uri: string }>> {
  const { accountId } = claim;
  const known = await loadPassword(parts.database, accountId);
  if (!known) throw new Error('A session outlived its account');
  const { passwordHash } = known;
  const confirmed = await confirmPassword(parts, claim, { passwordHash, refusedAs: 'second_factor_refused' });
  if (!confirmed.ok) return confirmed;
  return changeFactor(parts, claim, async (queries, factor) => {
    if (factor.enabledAt) return refuse('SECOND_FACTOR_ON');
    const secret = parts.runtime.randomBytes(secretBytes);
    await updateFactorSecret(queries, accountId, parts.box.seal(secret, factorContext(accountId)));
    return { ok: true, ...describeSecret(secret, { issuer: brand.name, label: factor.email }) };
  });
}
