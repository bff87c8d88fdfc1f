import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AuditEvent, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import { placeOfCustomer } from '../passwords/hash-line.ts';
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

/** What is shown by whoever is about to change how they come in. */
export interface PasswordProof {
  /** The one that asks. */
  session: Pick<Session, 'openedBy' | 'createdAt'>;
  currentPassword: string | undefined;
  origin: RequestOrigin;
}

/** Who is about to change how the account is entered. */
export interface PasswordClaim extends PasswordProof {
  accountId: number;
}

/**
 * A log-in has shown the password for so long; the link of a mail has stood in for it for longer: a new one wants to be
 * thought of.
 */
const freshMs = { logIn: 10 * 60_000, resetLink: 30 * 60_000 } as const;

/**
 * Whether the session is fresh, or has shown the current password now: whoever finds it open cannot take the account
 * over. A wrong one is written down as `refusedAs`, and counts. `isShown`: by the password, which may be another by the
 * time of the change. Problems: CURRENT_PASSWORD_REQUIRED, CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS.
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
  // What a command holds besides is nobody's.
  const owner = 'accountId' in named ? { accountId: named.accountId } : { affiliateId: named.affiliateId };
  const key = ownerKey(owner);
  const allowed = await passwordLimiter.take('guess', { owner: key, address });
  if (!allowed.ok) {
    await refusals.limitMet('current_password', { ...owner, origin });
    return allowed;
  }
  if (!(await verifyPassword(passwordHash, currentPassword, placeOfCustomer(key)))) {
    const entry = { id: runtime.newId(), at: new Date(runtime.now()), event: refusedAs } as const;
    const actor = 'accountId' in owner ? 'customer' : 'affiliate';
    await writeAudit(database, { ...entry, actor, ...owner, origin, details: { shown: 'password' } });
    return refuse('CURRENT_PASSWORD_WRONG');
  }
  await passwordLimiter.forget('wrongGuess', { owner: key, address });
  return { ok: true, isShown: true };
}
