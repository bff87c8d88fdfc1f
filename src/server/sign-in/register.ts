import type { Logger } from 'pino';
import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { Admitted, AdmitParts } from '../auth/admit.ts';
import { admit } from '../auth/admit.ts';
import { isQueueFull, strangerSlot, refuseForQueue } from '../passwords/hash-queue.ts';
import { hashPassword } from '../passwords/password.ts';
import type { Database } from '../db/database.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { PasswordRule } from '../passwords/password-rule.ts';
import type { PhoneNumber } from '../locations/phone-number.ts';
import { readPhone } from '../locations/phone-number.ts';
import type { NoteSignInParts } from '../accounts/note-sign-in.ts';
import { noteSignIn } from '../accounts/note-sign-in.ts';
import type { LoginLinkParts } from './make-login-link.ts';
import { openAccount } from './open-account.ts';
import type { VisitorParts } from './receive-visitor.ts';
import { receiveVisitor } from './receive-visitor.ts';
import { noteEmailTaken, registerByMail } from './register-by-mail.ts';

export interface RegisterParts
  extends VisitorParts, LoginLinkParts, AdmitParts, Pick<NoteSignInParts, 'onFirstSignIn'> {
  database: Database;
  mailer: MailSender;
  passwordRule: PasswordRule;
  logger: Pick<Logger, 'error'>;
  /** The broker's switch for registration. */
  isOpen: boolean;
  /** Whether strangers must not learn who has an account. */
  hidesAccounts: boolean;
}

export interface RegisterCommand {
  firstName: string;
  lastName: string;
  /** In lower case. */
  email: string;
  password: string;
  /** As typed. */
  phone: string;
  /** ISO 3166-1 alpha-2; used only if the number has no country code. */
  country: string | null;
  /** A referral code; unknown ones are ignored. */
  ref: string | null;
  sourcePage: string | null;
  sourceTag: string | null;
  locale: Locale;
  humanToken: string | undefined;
  origin: RequestOrigin;
}

/** Null if the result is sent by mail. */
export type Registered = (Admitted & { account: AccountRow }) | null;

/**
 * Opens an account for a visitor, and a session for it, in one database transaction. The account may trade every
 * category once it is verified. Not idempotent: a repeat is refused with EMAIL_TAKEN. If the broker hides who has an
 * account, the answer is the same for everybody: see `registerByMail`.
 *
 * Problems: REGISTRATION_CLOSED, TOO_MANY_REQUESTS, NOT_HUMAN, VALIDATION (phone, password), EMAIL_TAKEN.
 */
export async function register(
  parts: RegisterParts,
  command: RegisterCommand,
): Promise<Result<{ registered: Registered }>> {
  if (!parts.isOpen) return refuse('REGISTRATION_CLOSED');
  const phone = readPhone(command.phone, command.country);
  if (!phone) return refuse('VALIDATION', { fields: { phone: 'Phone number not valid' } });
  // Check this before an attempt is counted: a visitor who could not load the human check has only a few attempts an
  // hour, and a weak password should not use one up.
  const chosen = { password: command.password, owner: command, field: 'password' } as const;
  const strong = parts.passwordRule.refuseEasy(chosen);
  if (!strong.ok) return strong;
  const { email, humanToken, origin } = command;
  const received = await receiveVisitor(parts, { action: 'register', email, origin, humanToken });
  if (!received.ok) return received;
  const unbreached = await parts.passwordRule.refuseBreached(chosen);
  if (!unbreached.ok) return unbreached;
  if (!parts.hidesAccounts) return registerAtOnce(parts, command, phone);
  registerByMail(parts, { ...command, phone }).catch((fault: unknown) =>
    parts.logger.error({ err: fault }, 'a registration failed'),
  );
  return { ok: true, registered: null };
}

async function registerAtOnce(
  parts: RegisterParts,
  command: RegisterCommand,
  phone: PhoneNumber,
): Promise<Result<{ registered: Registered }>> {
  const passwordHash = await hashPassword(command.password, strangerSlot(command.origin.address ?? '')).catch(
    (fault: unknown) => {
      if (isQueueFull(fault)) return null;
      throw fault;
    },
  );
  if (passwordHash === null) return refuseForQueue();
  const registered = await openAtOnce(parts, command, { phone, passwordHash });
  if (!registered.ok) await noteEmailTaken(parts, command);
  return registered;
}

/** Problem: EMAIL_TAKEN. */
function openAtOnce(
  parts: RegisterParts,
  command: RegisterCommand,
  known: { phone: PhoneNumber; passwordHash: string },
): Promise<Result<{ registered: Registered }>> {
  return parts.database.transaction(async (connection) => {
    const accountId = await openAccount(connection, parts, { ...command, ...known });
    if (accountId === undefined) return refuse('EMAIL_TAKEN');
    await noteSignIn(connection, parts, accountId);
    const admission = { accountId, openedBy: 'registration', origin: command.origin } as const;
    const admitted = await admit(parts, admission, connection);
    const account = await loadAccount(connection, accountId);
    if (!account) throw new Error('The account that was just opened is missing');
    return { ok: true, registered: { ...admitted, account } };
  });
}
