import type { Logger } from 'pino';
import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { loadCredentials } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { emailMark } from '../audit/refusal-notes.ts';
import type { Database } from '../db/database.ts';
import type { MailSender } from '../mail/mailer.ts';
import { resetMail } from './sign-in-mail.ts';
import type { LoginLinkParts } from './make-login-link.ts';
import { makeLoginLink } from './make-login-link.ts';
import type { VisitorParts } from './receive-visitor.ts';
import { receiveVisitor } from './receive-visitor.ts';

export interface ForgotPasswordParts extends VisitorParts, LoginLinkParts {
  database: Database;
  mailer: MailSender;
  logger: Pick<Logger, 'error'>;
  /** Whether strangers must not learn who has an account. */
  hidesAccounts: boolean;
}

export interface ForgotPasswordCommand {
  /** In lower case. */
  email: string;
  locale: Locale;
  humanToken: string | undefined;
  origin: RequestOrigin;
}

/** How long a link for choosing a new password works. */
export const resetValidMs = 30 * 60_000;

/**
 * Mails a single-use link for choosing a new password. Earlier links keep working until one of them is used or the
 * password is changed, so a stranger's request cannot invalidate the customer's own link. Past the mail limit of one
 * customer nothing is sent and the answer is the same; a link sent earlier stays valid while the limit applies. If the
 * broker hides who has an account, the answer does not wait for the lookup, so neither its text nor its timing reveals
 * the account.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN, EMAIL_UNKNOWN.
 */
export async function forgotPassword(parts: ForgotPasswordParts, command: ForgotPasswordCommand): Promise<Result> {
  const { email, humanToken, origin } = command;
  const received = await receiveVisitor(parts, { action: 'forgot', email, origin, humanToken });
  if (!received.ok) return received;
  const sending = sendReset(parts, command);
  if (!parts.hidesAccounts) return (await sending) ? { ok: true } : refuse('EMAIL_UNKNOWN');
  sending.catch((fault: unknown) => parts.logger.error({ err: fault }, 'a link to a new password could not be sent'));
  return { ok: true };
}

/** Returns whether a customer with this email exists. */
async function sendReset(parts: ForgotPasswordParts, command: ForgotPasswordCommand): Promise<boolean> {
  const { database, limiter, mailer, siteUrl, refusals } = parts;
  const { email, locale, origin } = command;
  const account = await loadCredentials(database, email);
  if (!account) {
    await refusals.refused({ event: 'password_reset_refused', origin, details: { email_mark: emailMark(email) } });
    return false;
  }
  const mayMail = await limiter.consume('resetMail', { email, address: origin.address ?? '' });
  if (!mayMail.ok) {
    await refusals.limitMet('password_reset_mail', { accountId: account.id, origin });
    return true;
  }
  await database.transaction(async (connection) => {
    const order = { accountId: account.id, purpose: 'reset', validMs: resetValidMs, locale, origin } as const;
    const link = await makeLoginLink(connection, parts, {
      ...order,
      ...{ actor: 'visitor', event: 'password_reset_asked' },
    });
    await mailer.sendMail(connection, resetMail({ to: email, locale, siteUrl, link, validMs: resetValidMs }));
  });
  mailer.wake();
  return true;
}
