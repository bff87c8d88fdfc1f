import { customerSlot } from '../passwords/hash-queue.ts';
import { hashPassword } from '../passwords/password.ts';
import { loadCredentials } from '../accounts/accounts-rows.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { Database } from '../db/database.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { SignInLimiter } from '../throttle/limits.ts';
import { knownMail, registeredMail } from './sign-in-mail.ts';
import type { LoginLinkParts } from './make-login-link.ts';
import { makeLoginLink } from './make-login-link.ts';
import type { AccountOrder } from './open-account.ts';
import { openAccount } from './open-account.ts';

export interface RegisterByMailParts extends LoginLinkParts {
  database: Database;
  mailer: MailSender;
  limiter: Pick<SignInLimiter, 'consume'>;
  refusals: RefusalNotes;
}

export type RegisterByMailOrder = Omit<AccountOrder, 'passwordHash'>;

/** How long the link of a registration works. A customer who comes later has to ask for a new password. */
const confirmValidMs = 24 * 3_600_000;

/**
 * Registers without revealing whether the address already has an account: the result is sent to that address by mail. A
 * new account has a random password until its owner chooses one through the link. If the password typed at registration
 * worked, a stranger could log in with it to find out whether the address was new. The owner of an existing account is
 * told by mail that they have one. An address gets at most three of these mails an hour, of either kind; past that,
 * only the audit log notes the attempt.
 */
export async function registerByMail(parts: RegisterByMailParts, order: RegisterByMailOrder): Promise<void> {
  const { database, runtime, mailer, limiter, siteUrl } = parts;
  const { email, locale, origin } = order;
  const mayMail = await limiter.consume('registrationMail', { email });
  if (!mayMail.ok) return parts.refusals.limitMet('registration', { origin });
  const passwordHash = await hashPassword(runtime.randomBytes(32).toString('base64url'), customerSlot('registrations'));
  const isNew = await database.transaction(async (connection) => {
    const accountId = await openAccount(connection, parts, { ...order, passwordHash });
    if (accountId === undefined) {
      await mailer.sendMail(connection, knownMail({ to: email, locale, siteUrl }));
      return false;
    }
    const linkOrder = { accountId, purpose: 'reset', validMs: confirmValidMs, locale, origin } as const;
    const link = await makeLoginLink(connection, parts, { ...linkOrder, actor: 'system', event: 'login_code_made' });
    await mailer.sendMail(connection, registeredMail({ to: email, locale, siteUrl, link, validMs: confirmValidMs }));
    return true;
  });
  mailer.wake();
  if (!isNew) await noteEmailTaken(parts, order);
}

/** Records that somebody tried to register with the email of an existing account. */
export async function noteEmailTaken(
  { database, refusals }: Pick<RegisterByMailParts, 'database' | 'refusals'>,
  { email, origin }: Pick<RegisterByMailOrder, 'email' | 'origin'>,
): Promise<void> {
  const accountId = (await loadCredentials(database, email))?.id;
  await refusals.refused({ event: 'registration_refused', accountId, origin, details: { why: 'email taken' } });
}
