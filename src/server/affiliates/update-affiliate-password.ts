import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { ConfirmPasswordParts, PasswordProof } from '../accounts/confirm-password.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { affiliatePasswordMail } from '../accounts/password-mail.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { customerSlot } from '../passwords/hash-queue.ts';
import { hashPassword } from '../passwords/password.ts';
import { deleteSessionsOf, lockSessionsOf } from '../sessions/sessions-rows.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { PasswordRule } from '../passwords/password-rule.ts';
import { ownerKey } from '../session-owner.ts';
import { loadAffiliatePassword, lockAffiliatePassword, updateAffiliatePasswordHash } from './affiliates-rows.ts';

export interface UpdateAffiliatePasswordParts extends ConfirmPasswordParts {
  database: Database;
  sessions: Pick<Sessions, 'announceEnded'>;
  mailer: MailSender;
  passwordRule: PasswordRule;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

export interface UpdateAffiliatePasswordCommand extends PasswordProof {
  affiliateId: number;
  /** The session of the request. */
  session: Pick<Session, 'tokenHash' | 'openedBy' | 'createdAt'>;
  newPassword: string;
  locale: Locale;
}

/**
 * Changes an affiliate's password and ends its other sessions, in one database transaction; the affiliate is told by
 * mail. The session of the request stays open, but the current password is required if the session is no longer fresh.
 * Not idempotent: each call sends a mail.
 *
 * Problems: UNAUTHENTICATED if the session was ended meanwhile; VALIDATION if the new password is too easy to guess;
 * CURRENT_PASSWORD_REQUIRED; CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS; UNAVAILABLE.
 */
export async function updateAffiliatePassword(
  parts: UpdateAffiliatePasswordParts,
  command: UpdateAffiliatePasswordCommand,
): Promise<Result> {
  const { database, passwordRule, passwordLimiter, refusals } = parts;
  const { affiliateId, session, newPassword, origin } = command;
  const known = await loadAffiliatePassword(database, affiliateId);
  if (!known) throw new Error('A session outlived its affiliate');
  const { passwordHash: from, email, name } = known;
  const owner = { email, firstName: name, lastName: null };
  const chosen = { password: newPassword, owner, field: 'new_password' } as const;
  const strong = passwordRule.refuseEasy(chosen);
  if (!strong.ok) return strong;
  const confirmed = await confirmPassword(parts, command, { passwordHash: from, refusedAs: 'password_change_refused' });
  if (!confirmed.ok) return confirmed;
  const key = ownerKey({ affiliateId });
  const allowed = await passwordLimiter.consume('change', { owner: key, session });
  if (!allowed.ok) {
    await refusals.limitMet('password_change', { affiliateId, origin });
    return allowed;
  }
  const unbreached = await passwordRule.refuseBreached(chosen);
  if (!unbreached.ok) return unbreached;
  const to = await hashPassword(newPassword, customerSlot(key));
  return changePassword(parts, command, { shown: confirmed.isShown ? from : null, to });
}

interface PasswordChange {
  /** The hash against which the current password was checked; null: the session is fresh, so no password was needed. */
  shown: string | null;
  to: string;
}

async function changePassword(
  parts: UpdateAffiliatePasswordParts,
  command: UpdateAffiliatePasswordCommand,
  change: PasswordChange,
): Promise<Result> {
  const within = async (connection: Queries) => {
    const allowed = await lockForChange(connection, command, change);
    if (!allowed.ok) return allowed;
    const ended = await writeChange(connection, parts, { ...command, email: allowed.email, to: change.to });
    return { ok: true as const, ended };
  };
  try {
    const done = await parts.database.transaction(within, longestLockWait);
    if (!done.ok) return done;
    parts.sessions.announceEnded(done.ended);
    parts.mailer.wake();
    return { ok: true };
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}

/**
 * Takes every lock and makes every check before anything is written, so that the later of two parallel changes sees the
 * result of the earlier one.
 */
async function lockForChange(
  connection: Queries,
  { affiliateId, session }: UpdateAffiliatePasswordCommand,
  { shown }: PasswordChange,
): Promise<Result<{ email: string }>> {
  const current = await lockAffiliatePassword(connection, affiliateId);
  if (!current) throw new Error('A session outlived its affiliate');
  const open = await lockSessionsOf(connection, { affiliateId });
  if (!open.some((tokenHash) => tokenHash.toString('hex') === session.tokenHash)) return refuse('UNAUTHENTICATED');
  if (shown !== null && shown !== current.passwordHash) return refuse('CURRENT_PASSWORD_WRONG');
  return { ok: true, email: current.email };
}

/** Returns the hashes of the sessions that it ended. */
async function writeChange(
  connection: Queries,
  { mailer, runtime, siteUrl }: UpdateAffiliatePasswordParts,
  { affiliateId, session, locale, origin, email, to }: UpdateAffiliatePasswordCommand & { email: string; to: string },
): Promise<Buffer[]> {
  const at = new Date(runtime.now());
  await updateAffiliatePasswordHash(connection, affiliateId, to);
  const ended = await deleteSessionsOf(connection, { affiliateId }, Buffer.from(session.tokenHash, 'hex'));
  const record = { id: runtime.newId(), at, event: 'password_changed', actor: 'affiliate', affiliateId } as const;
  await writeAudit(connection, { ...record, origin, details: { sessions_ended: ended.length } });
  await mailer.sendMail(connection, affiliatePasswordMail({ to: email, locale, siteUrl, changedAt: at }));
  return ended;
}
