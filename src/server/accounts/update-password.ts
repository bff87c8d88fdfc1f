import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { customerSlot } from '../passwords/hash-queue.ts';
import { hashPassword } from '../passwords/password.ts';
import { deleteDevicesOf } from '../sessions/devices-rows.ts';
import { deleteSessionsOf, lockSessionsOf } from '../sessions/sessions-rows.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { hashOfToken } from '../secrets/token-hash.ts';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import { lockLoginCodesOf, voidLoginCodes } from '../sessions/login-codes-rows.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { PasswordRule } from '../passwords/password-rule.ts';
import type { ConfirmPasswordParts, PasswordClaim } from './confirm-password.ts';
import { confirmPassword } from './confirm-password.ts';
import { passwordMail } from './password-mail.ts';
import { loadPassword, lockPassword, updatePasswordHash } from './password-rows.ts';

export interface UpdatePasswordParts extends ConfirmPasswordParts {
  database: Database;
  sessions: Pick<Sessions, 'announceEnded'>;
  mailer: MailSender;
  passwordRule: PasswordRule;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

export interface UpdatePasswordCommand extends PasswordClaim {
  /** The session of the request. */
  session: Pick<Session, 'tokenHash' | 'openedBy' | 'createdAt'>;
  newPassword: string;
  /** The device token that a log-in gave this browser, if it sends one. */
  deviceToken?: string | undefined;
  locale: Locale;
}

/**
 * Changes the password of an account, ends its other sessions, forgets its known devices and invalidates the links sent
 * before, in one database transaction; the customer is told by mail. The session and the device of the request stay,
 * but the current password is required if the session is no longer fresh. Not idempotent: each call sends a mail.
 *
 * Problems: UNAUTHENTICATED if the session was ended meanwhile; VALIDATION if the new password is too easy to guess;
 * CURRENT_PASSWORD_REQUIRED; CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS; UNAVAILABLE if another transaction keeps the
 * account locked.
 */
export async function updatePassword(parts: UpdatePasswordParts, command: UpdatePasswordCommand): Promise<Result> {
  const known = await loadPassword(parts.database, command.accountId);
  if (!known) throw new Error('A session outlived its account');
  const { passwordHash: from } = known;
  const chosen = { password: command.newPassword, owner: known, field: 'new_password' } as const;
  // Checked before the current password, so that nobody is asked to type it for a new password that is refused anyway.
  const strong = parts.passwordRule.refuseEasy(chosen);
  if (!strong.ok) return strong;
  const confirmed = await confirmPassword(parts, command, { passwordHash: from, refusedAs: 'password_change_refused' });
  if (!confirmed.ok) return confirmed;
  const allowed = await parts.passwordLimiter.consume('change', { owner: command.accountId, session: command.session });
  if (!allowed.ok) {
    await parts.refusals.limitMet('password_change', command);
    return allowed;
  }
  const unbreached = await parts.passwordRule.refuseBreached(chosen);
  if (!unbreached.ok) return unbreached;
  const passwordHash = await hashPassword(command.newPassword, customerSlot(command.accountId));
  try {
    return await changePassword(parts, command, { shown: confirmed.isShown ? from : null, to: passwordHash });
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}

interface PasswordChange {
  /** The hash against which the current password was checked; null: the session is fresh, so no password was needed. */
  shown: string | null;
  to: string;
}

async function changePassword(
  parts: UpdatePasswordParts,
  command: UpdatePasswordCommand,
  change: PasswordChange,
): Promise<Result> {
  const { database, sessions, mailer } = parts;
  const done = await database.transaction(async (connection) => {
    const allowed = await lockForChange(connection, command, change);
    if (!allowed.ok) return allowed;
    const ended = await writeChange(connection, parts, { ...command, email: allowed.email, to: change.to });
    return { ok: true as const, ended };
  }, longestLockWait);
  if (!done.ok) return done;
  sessions.announceEnded(done.ended);
  mailer.wake();
  return { ok: true };
}

/**
 * Takes every lock and makes every check before anything is written, so that the later of two parallel changes sees the
 * result of the earlier one.
 */
async function lockForChange(
  connection: Queries,
  { accountId, session }: UpdatePasswordCommand,
  { shown }: PasswordChange,
): Promise<Result<{ email: string }>> {
  // The codes are locked before the account's row, as in a sign-in by link: otherwise the two could deadlock.
  await lockLoginCodesOf(connection, accountId);
  const current = await lockPassword(connection, accountId);
  if (!current) throw new Error('A session outlived its account');
  const open = await lockSessionsOf(connection, { accountId });
  if (!open.some((tokenHash) => tokenHash.toString('hex') === session.tokenHash)) return refuse('UNAUTHENTICATED');
  if (shown !== null && shown !== current.passwordHash) return refuse('CURRENT_PASSWORD_WRONG');
  return { ok: true, email: current.email };
}

/** Returns the hashes of the sessions that it ended. */
async function writeChange(
  connection: Queries,
  { mailer, runtime, siteUrl }: UpdatePasswordParts,
  { accountId, session, deviceToken, locale, origin, email, to }: UpdatePasswordCommand & { email: string; to: string },
): Promise<Buffer[]> {
  const at = new Date(runtime.now());
  await voidLoginCodes(connection, { accountId, at });
  await updatePasswordHash(connection, accountId, to);
  const ended = await deleteSessionsOf(connection, { accountId }, Buffer.from(session.tokenHash, 'hex'));
  // A known device has its own limit of guesses, and such a device may belong to somebody who knew the old password.
  await deleteDevicesOf(connection, accountId, deviceToken === undefined ? null : hashOfToken(deviceToken));
  const record = { id: runtime.newId(), at, event: 'password_changed', actor: 'customer', accountId, origin } as const;
  await writeAudit(connection, { ...record, details: { sessions_ended: ended.length } });
  await mailer.sendMail(connection, passwordMail({ to: email, locale, siteUrl, changedAt: at }));
  return ended;
}
