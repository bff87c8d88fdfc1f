import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { factorContext } from '../secrets/factor-seal.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { RecoveryHash } from './recovery-codes.ts';
import { plainCode } from './recovery-codes.ts';
import type { FactorRow } from './second-factor-rows.ts';
import { consumeRecoveryCode, updateFactorStep } from './second-factor-rows.ts';
import { findStep } from './totp.ts';
import type { CodeSource } from './wrong-codes.ts';
import { allowCode } from './wrong-codes.ts';

export interface FactorParts {
  runtime: Runtime;
  /** The box for the purpose `second-factor`. */
  box: SecretBox;
  recoveryHash: RecoveryHash;
}

export interface CodeClaim {
  accountId: number;
  code: string;
  origin: RequestOrigin;
  source: CodeSource;
}

/**
 * Consumes a code of the app or a recovery code. Must run in a database transaction that has locked the account's row
 * and read `factor`. The transaction must commit even after a refusal, which is recorded and counted. Problems:
 * SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS.
 */
export async function consumeCode(
  queries: Queries,
  parts: FactorParts,
  { factor, ...claim }: CodeClaim & { factor: FactorRow },
): Promise<Result> {
  const { accountId, origin, source } = claim;
  const now = parts.runtime.now();
  const isOfTheApp = /^\d{6}$/.test(plainCode(claim.code));
  const kind = isOfTheApp ? 'app' : 'recovery';
  const allowed = await allowCode(queries, { accountId, source, kind, address: origin.address, now });
  if (!allowed.ok) return allowed;
  const isConsumed = await (isOfTheApp ? consumeAppCode : consumeBackupCode)(queries, parts, { factor, ...claim });
  if (isConsumed) return { ok: true };
  await writeAudit(queries, {
    ...{ id: parts.runtime.newId(), at: new Date(now), event: 'second_factor_refused', actor: 'customer' },
    ...{ accountId, origin, details: { asker: source, kind } },
  });
  return refuse('SECOND_FACTOR_WRONG');
}

async function consumeAppCode(
  queries: Queries,
  { runtime, box }: FactorParts,
  { accountId, code, factor }: CodeClaim & { factor: FactorRow },
): Promise<boolean> {
  if (!factor.secret) return false;
  const secret = box.open(factor.secret, factorContext(accountId));
  const step = findStep(secret, { code: plainCode(code), now: runtime.now(), after: factor.step });
  if (step === null) return false;
  await updateFactorStep(queries, accountId, step);
  return true;
}

async function consumeBackupCode(
  queries: Queries,
  { runtime, recoveryHash }: FactorParts,
  { accountId, code, origin }: CodeClaim,
): Promise<boolean> {
  const at = new Date(runtime.now());
  const left = await consumeRecoveryCode(queries, accountId, { hash: recoveryHash(accountId, code), usedAt: at });
  if (left === null) return false;
  await writeAudit(queries, {
    ...{ id: runtime.newId(), at, event: 'recovery_code_used', actor: 'customer' },
    ...{ accountId, origin, details: { left } },
  });
  return true;
}
