import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { AdmitParts } from '../auth/admit.ts';
import type { LogInRealm, PasswordShown, ShowPasswordParts } from '../auth/show-password.ts';
import { showPassword } from '../auth/show-password.ts';
import type { Database, Queries } from '../db/database.ts';
import { longestLockWait, orUnavailable } from '../db/lock-wait.ts';
import type { AffiliateRow } from './affiliates-rows.ts';
import { holdAffiliatePassword, loadAffiliate, loadAffiliateCredentials } from './affiliates-rows.ts';

export interface LogInAffiliateParts extends Omit<AdmitParts, 'siteUrl'>, ShowPasswordParts {
  database: Database;
}

/**
 * Opens a session for the affiliate with this email and password: see `showPassword`. Its attempts are counted
 * separately from those of a customer with the same email, and a customer's password does not work here. Not
 * idempotent: each log-in opens a session of its own.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN, INVALID_CREDENTIALS, UNAVAILABLE.
 */
export async function logInAffiliate(
  parts: LogInAffiliateParts,
  command: PasswordShown,
): Promise<Result<{ accessToken: string; affiliate: AffiliateRow }>> {
  const { database, attempts, refusals } = parts;
  const { email, origin } = command;
  const attempt = { email: `affiliate:${email}`, address: origin.address ?? '', knownDevice: null };
  const shown = await showPassword(parts, affiliateRealm(database), command, attempt);
  if (!shown.ok) return shown;
  const { id: affiliateId, passwordHash } = shown.credentials;
  const allowed = await attempts.consumeSession({ affiliateId, knownDevice: null });
  if (!allowed.ok) {
    await refusals.limitMet('opened_sessions', { affiliateId, origin });
    return allowed;
  }
  const affiliate = await loadAffiliate(database, affiliateId);
  if (!affiliate) throw new Error('Credentials outlived their affiliate');
  const opened = await openSession(parts, { affiliateId, passwordHash, origin });
  if (opened.ok) return { ok: true, accessToken: opened.accessToken, affiliate };
  await attempts.giveSessionBack({ affiliateId, knownDevice: null });
  return opened;
}

const affiliateRealm = (database: Queries): LogInRealm => ({
  findCredentials: (email) => loadAffiliateCredentials(database, email),
  aboutWhom: (affiliateId) => ({ affiliateId }),
});

interface Opening extends Pick<PasswordShown, 'origin'> {
  affiliateId: number;
  /** The hash of the password that was correct. If it has changed meanwhile, the log-in is refused. */
  passwordHash: string;
}

/** Problems: INVALID_CREDENTIALS, UNAVAILABLE. */
async function openSession(
  { database, sessions, runtime, findLocation }: LogInAffiliateParts,
  { affiliateId, passwordHash, origin }: Opening,
): Promise<Result<{ accessToken: string }>> {
  const location = origin.address === null ? null : (findLocation?.(origin.address) ?? null);
  const within = async (connection: Queries): Promise<Result<{ accessToken: string }>> => {
    if (!(await holdAffiliatePassword(connection, affiliateId, passwordHash))) return refuse('INVALID_CREDENTIALS');
    const accessToken = await sessions.open({ affiliateId }, { openedBy: 'password', origin, location }, connection);
    await writeAudit(connection, {
      ...{ id: runtime.newId(), at: new Date(runtime.now()), event: 'logged_in', actor: 'affiliate' },
      ...{ affiliateId, origin, details: { opened_by: 'password' } },
    });
    return { ok: true, accessToken };
  };
  return orUnavailable(database.transaction(within, longestLockWait));
}
