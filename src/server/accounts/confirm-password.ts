import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AuditEvent, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import { customerSlot } from '../passwords/hash-queue.ts';
import { verifyPassword } from '../passwords/password.ts';
import type { Session } from '../sessions/sessions.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { SessionOwner } from '../session-owner.ts';
import { ownerKey } from '../session-owner.ts';
import type { PasswordLimiter } from '../throttle/limits.ts';

export interface ConfirmPasswordParts {
  database: Queries;
  passwordLimiter: PasswordLimiter;
  refusals: Pick<RefusalNotes, 'limitMet'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
}

/** The proof that a person gives before changing how they log in. */
export interface PasswordProof {
  /** The session of the request. */
  session: Pick<Session, 'openedBy' | 'createdAt'>;
  currentPassword: string | undefined;
  origin: RequestOrigin;
}

/** The proof of a customer who is about to change how they log in. */
export interface PasswordClaim extends PasswordProof {
  accountId: number;
}

/**
 * How long a session counts as fresh. After a reset link it is longer than after a log-in, because choosing a new
 * password takes time.
 */
const freshMs = { logIn: 10 * 60_000, resetLink: 30 * 60_000 } as const;

/**
 * Succeeds if the session is fresh or the current password is correct, so that somebody who finds an open session
 * cannot take over the account. A wrong password is recorded as `refusedAs` and counts towards the limit. `isShown`:
 * the password was checked; it may have changed by the time of the actual change. Problems: CURRENT_PASSWORD_REQUIRED,
 * CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS.
 */
export async function confirmPassword(
  { database, passwordLimiter, refusals, runtime }: ConfirmPasswordParts,
  { session, currentPassword, origin, ...named }: PasswordProof & SessionOwner,
  { passwordHash, refusedAs }: { passwordHash: string; refusedAs: AuditEvent },
): Promise<Result<{ isShown: boolean }>> {
  const age = runtime.now() - session.createdAt;
  if (age < (session.openedBy === 'reset-link' ? freshMs.resetLink : freshMs.logIn))
    return { ok: true, isShown: false };
  if (currentPassword === undefined) return refuse('CURRENT_PASSWORD_REQUIRED');
  const address = origin.address ?? '';
  // Only the id: the other fields of the command must not get into the audit record.
  const owner = 'accountId' in named ? { accountId: named.accountId } : { affiliateId: named.affiliateId };
  const key = ownerKey(owner);
  const allowed = await passwordLimiter.consume('guess', { owner: key, address });
  if (!allowed.ok) {
    await refusals.limitMet('current_password', { ...owner, origin });
    return allowed;
  }
  if (!(await verifyPassword(passwordHash, currentPassword, customerSlot(key)))) {
    const record = { id: runtime.newId(), at: new Date(runtime.now()), event: refusedAs } as const;
    const actor = 'accountId' in owner ? 'customer' : 'affiliate';
    await writeAudit(database, { ...record, actor, ...owner, origin, details: { shown: 'password' } });
    return refuse('CURRENT_PASSWORD_WRONG');
  }
  await passwordLimiter.forget('wrongGuess', { owner: key, address });
  return { ok: true, isShown: true };
}
