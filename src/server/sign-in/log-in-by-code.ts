import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Admitted } from '../auth/admit.ts';
import type { LogInDependencies } from '../auth/log-in.ts';
import { enter } from '../auth/log-in.ts';
import type { Shown } from '../auth/note-refused-sign-in.ts';
import { noteRefusedSignIn } from '../auth/note-refused-sign-in.ts';
import { hashOfToken } from '../secrets/token-hash.ts';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { ClaimParts } from '../second-factor/claim-account.ts';
import { claimAccount } from '../second-factor/claim-account.ts';
import type { SignInLimiter } from '../throttle/limits.ts';
import type { CodePurpose } from '../sessions/login-codes-rows.ts';
import { lockLoginCode, lockLoginCodesBeside, voidLoginCodes, useLoginCode } from '../sessions/login-codes-rows.ts';

export interface LogInByCodeParts extends Omit<LogInDependencies, 'attempts' | 'isHuman' | 'database'>, ClaimParts {
  database: Database;
  runtime: ClaimParts['runtime'];
  mailer: MailSender;
  limiter: SignInLimiter;
}

export interface LogInByCodeCommand {
  code: string;
  origin: RequestOrigin;
  deviceToken: string | undefined;
  /** The code of the second factor. */
  secondFactor: string | undefined;
  /** The language of the mail about a claimed account, and of all later mails. */
  locale: Locale;
}

export interface CodeLogin extends Admitted {
  account: AccountRow;
  purpose: CodePurpose;
}

/**
 * Opens a session by the single-use code of a link: if a code is used twice in parallel, only one use succeeds. Using a
 * code for a new password invalidates the customer's other codes for a new password. Unknown, expired and used codes
 * get the same answer. If somebody else registered the account, its owner takes it over: see `claimAccount`. If a
 * required second factor is missing or wrong, the link's code stays valid.
 *
 * Problems: TOO_MANY_REQUESTS; LINK_NOT_VALID; ACCOUNT_BLOCKED; UNAVAILABLE if another transaction keeps the account
 * locked; and the problems of the second factor.
 */
export async function logInByCode(parts: LogInByCodeParts, command: LogInByCodeCommand): Promise<Result<CodeLogin>> {
  const { database, limiter } = parts;
  const address = command.origin.address ?? '';
  const allowed = await limiter.consume('code', { address });
  if (!allowed.ok) {
    await parts.refusals.limitMet('login_code', { origin: command.origin });
    return allowed;
  }
  const seen: { shown?: Shown } = {};
  const entered = await database
    .transaction((connection) => enterByCode(connection, parts, { ...command, seen }), longestLockWait)
    .catch(unavailable);
  const { origin } = command;
  if (entered.ok) {
    parts.mailer.wake();
    if (entered.purpose === 'reset') await limiter.forget('resetMail', { email: entered.account.email, address });
  }
  if (!entered.ok && seen.shown) await noteRefusedSignIn(parts.refusals, entered.problem, { ...seen.shown, origin });
  if (entered.ok || entered.problem.code !== 'LINK_NOT_VALID') await limiter.giveBack('code', { address });
  return entered;
}

function unavailable(fault: unknown) {
  if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
  throw fault;
}

async function enterByCode(
  connection: Queries,
  parts: LogInByCodeParts,
  { code, origin, deviceToken, secondFactor, locale, seen }: LogInByCodeCommand & { seen: { shown?: Shown } },
): Promise<Result<CodeLogin>> {
  const { runtime } = parts;
  const codeHash = hashOfToken(code);
  // Locks this code and the codes that will be invalidated, in the same order as a password change does: otherwise the
  // two could deadlock.
  await lockLoginCodesBeside(connection, codeHash);
  const found = await lockLoginCode(connection, codeHash);
  const at = new Date(runtime.now());
  const note = { id: runtime.newId(), at, origin };
  if (!found || found.expiresAt <= at) {
    // Anybody can send invented codes, so a refusal is recorded only for a code that existed.
    if (found) {
      const { accountId, purpose } = found;
      const event = { event: 'login_code_refused', actor: 'visitor', details: { purpose, reason: 'expired' } } as const;
      await writeAudit(connection, { ...note, ...event, accountId });
    }
    return refuse('LINK_NOT_VALID');
  }
  const { accountId, purpose } = found;
  const openedBy = purpose === 'reset' ? 'reset-link' : 'login-link';
  seen.shown = { accountId, openedBy };
  if (purpose === 'reset') {
    const claimed = await claimAccount(connection, parts, { accountId, origin, locale });
    if (!claimed.ok) return claimed;
  }
  const entry = { accountId, openedBy, origin, deviceToken, code: secondFactor, language: locale } as const;
  const entered = await enter(parts, entry, connection);
  if (!entered.ok) return entered;
  await useLoginCode(connection, codeHash, at);
  if (purpose === 'reset') await voidLoginCodes(connection, { accountId, purpose, at });
  await writeAudit(connection, {
    ...note,
    event: 'login_code_used',
    actor: 'customer',
    accountId,
    details: { purpose },
  });
  const account = await loadAccount(connection, accountId);
  if (!account) throw new Error('A code exists, but its account does not');
  return { ...entered, account, purpose };
}
