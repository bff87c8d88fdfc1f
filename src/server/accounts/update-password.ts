import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { hashPassword } from '../auth/password.ts';
import { deleteSessionsOf } from '../auth/sessions-rows.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import type { Database } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import { spendLoginCodes } from '../entry/login-codes-rows.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { ConfirmPasswordParts, PasswordClaim } from './confirm-password.ts';
import { confirmPassword } from './confirm-password.ts';
import { passwordMail } from './password-mail.ts';
import { loadPassword, updatePasswordHash } from './password-rows.ts';

export interface UpdatePasswordParts extends ConfirmPasswordParts {
  database: Database;
  sessions: Pick<Sessions, 'announceEnded'>;
  mailer: MailSender;
  /** The site's public address without a slash at its end. */
  siteUrl: string;
}

export interface UpdatePasswordCommand extends PasswordClaim {
  /** The one that asks. */
  session: Pick<Session, 'tokenHash' | 'openedBy' | 'createdAt'>;
  newPassword: string;
  locale: Locale;
}

/**
 * Changes the password of an account, ends its other sessions and makes the links worthless that were sent before, in one database
 * transaction; the customer is told by mail. The session that asks stays. A log-in that is not fresh any more has to show the current
 * password. Not idempotent: each time a mail leaves.
 *
 * Problems: CURRENT_PASSWORD_REQUIRED, CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE when others keep the account locked.
 */
export async function updatePassword(parts: UpdatePasswordParts, command: UpdatePasswordCommand): Promise<Result> {
  const known = await loadPassword(parts.database, command.accountId);
  if (!known) throw new Error('A session outlived its account');
  const { passwordHash: from } = known;
  const confirmed = await confirmPassword(parts, command, { passwordHash: from, refusedAs: 'password_change_refused' });
  if (!confirmed.ok) return confirmed;
  const passwordHash = await hashPassword(command.newPassword);
  try {
    return await changePassword(parts, command, { email: known.email, from, to: passwordHash });
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}

async function changePassword(
  { database, sessions, mailer, runtime, siteUrl }: UpdatePasswordParts,
  { accountId, session, locale, origin }: UpdatePasswordCommand,
  { email, from, to }: { email: string; from: string; to: string },
): Promise<Result> {
  const at = new Date(runtime.now());
  const ended = await database.transaction(async (connection) => {
    // Before the account's row, as a log-in by a link has them: the other way round the two would wait for each other.
    await spendLoginCodes(connection, { accountId, at });
    // Somebody else has changed it meanwhile: what was shown is the current one no more.
    if (!(await updatePasswordHash(connection, { accountId, from, to }))) return null;
    const tokenHashes = await deleteSessionsOf(connection, accountId, Buffer.from(session.tokenHash, 'hex'));
    const entry = { id: runtime.newId(), at, event: 'password_changed', actor: 'customer', accountId, origin } as const;
    await writeAudit(connection, { ...entry, details: { sessions_ended: tokenHashes.length } });
    await mailer.sendMail(connection, passwordMail({ to: email, locale, siteUrl, changedAt: at }));
    return tokenHashes;
  }, longestLockWait);
  if (!ended) return refuse('CURRENT_PASSWORD_WRONG');
  sessions.announceEnded(ended);
  mailer.wake();
  return { ok: true };
}
