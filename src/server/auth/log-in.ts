import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { holdBlocked, holdPassword, loadAccount, loadCredentials } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import { lockForSignIn } from '../accounts/first-sign-in-rows.ts';
import type { NoteSignInParts } from '../accounts/note-sign-in.ts';
import { noteSignIn } from '../accounts/note-sign-in.ts';
import { updateLanguage } from '../notices/notices-rows.ts';
import type { Attempt } from '../throttle/attempt-limiter.ts';
import type { Admission, Admitted, AdmitParts } from './admit.ts';
import { admit } from './admit.ts';
import { isDeviceOf } from '../sessions/devices-rows.ts';
import { noteRefusedSignIn } from './note-refused-sign-in.ts';
import type { LogInRealm, PasswordShown, ShowPasswordParts } from './show-password.ts';
import { showPassword } from './show-password.ts';
import type { SessionOpener } from '../sessions/sessions-rows.ts';
import { hashOfToken } from '../secrets/token-hash.ts';

/** A person who has shown a password or a link, and the second factor that came with it. */
export interface FactorClaim {
  accountId: number;
  /** What was shown: a password or a link. */
  openedBy: SessionOpener;
  code: string | undefined;
  origin: RequestOrigin;
  /** The device token that an earlier log-in gave this browser, if it sends one. */
  deviceToken?: string | undefined;
}

/**
 * Checks the second factor if the account has one, and consumes the code, in the database transaction that opens the
 * session. Problems: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS.
 */
export type SecondFactorCheck = (claim: FactorClaim, connection: Queries) => Promise<Result>;

export interface LogInDependencies extends AdmitParts, ShowPasswordParts, Pick<NoteSignInParts, 'onFirstSignIn'> {
  database: Database;
  /** Without it no account has a second factor. */
  checkSecondFactor?: SecondFactorCheck;
}

export interface LogInCommand extends PasswordShown, Pick<Entry, 'language'> {
  deviceToken: string | undefined;
  secondFactor: string | undefined;
}

/**
 * Opens a session for the customer with this email and password: see `showPassword`. Not idempotent: each log-in opens
 * a session of its own.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN, INVALID_CREDENTIALS, ACCOUNT_BLOCKED, UNAVAILABLE, and those of the second
 * factor.
 */
export async function logIn(
  dependencies: LogInDependencies,
  command: LogInCommand,
): Promise<Result<Admitted & { account: AccountRow }>> {
  const { database } = dependencies;
  const { email, origin, deviceToken, secondFactor: code, language = null } = command;
  const attempt = { email, address: origin.address ?? '', knownDevice: await knownDeviceOf(database, command) };
  const shown = await showPassword(dependencies, customerRealm(database), command, attempt);
  if (!shown.ok) return shown;
  const { id: accountId, passwordHash } = shown.credentials;
  const account = await loadAccount(database, accountId);
  if (!account) throw new Error('Credentials outlived their account');
  const admission = { accountId, openedBy: 'password', origin, deviceToken, code, passwordHash, language } as const;
  const entered = await enterWithin(dependencies, admission, attempt);
  return entered.ok ? { ...entered, account } : entered;
}

const customerRealm = (database: Queries): LogInRealm => ({
  findCredentials: (email) => loadCredentials(database, email),
  aboutWhom: (accountId) => ({ accountId }),
});

/**
 * Limits log-ins per hour, because each leaves a permanent audit record. A log-in refused by the second factor opens no
 * session and does not count.
 */
async function enterWithin(
  dependencies: LogInDependencies,
  admission: Entry,
  { knownDevice }: Attempt,
): Promise<Result<Admitted>> {
  const { attempts, refusals } = dependencies;
  const { accountId, origin } = admission;
  const allowed = await attempts.consumeSession({ accountId, knownDevice });
  if (!allowed.ok) {
    await refusals.limitMet('opened_sessions', { accountId, origin });
    return allowed;
  }
  const entered = await enter(dependencies, admission);
  if (entered.ok) return entered;
  await attempts.giveSessionBack({ accountId, knownDevice });
  await noteRefusedSignIn(refusals, entered.problem, admission);
  return entered;
}

async function knownDeviceOf(database: Queries, { email, deviceToken }: LogInCommand): Promise<string | null> {
  if (deviceToken === undefined) return null;
  const tokenHash = hashOfToken(deviceToken);
  return (await isDeviceOf(database, tokenHash, email)) ? tokenHash.toString('hex') : null;
}

interface Entry extends Admission, Pick<FactorClaim, 'code'> {
  /** The hash of the password that was correct. If it has changed meanwhile, the log-in is refused. */
  passwordHash?: string;
  /** The language of the page, which is that of later mails; by default it stays as it is. */
  language?: Locale | null;
}

/**
 * The last step of every sign-in: checks the second factor and opens the session, in the database transaction of
 * `connection` or, without it, in one of its own.
 *
 * Problems: those of the second factor; INVALID_CREDENTIALS if the password was changed meanwhile; ACCOUNT_BLOCKED;
 * UNAVAILABLE, only in a transaction of its own, if another one keeps the account locked.
 */
export async function enter(
  parts: Pick<LogInDependencies, 'checkSecondFactor' | 'onFirstSignIn' | keyof AdmitParts>,
  { code, passwordHash, language = null, ...admission }: Entry,
  connection?: Queries,
): Promise<Result<Admitted>> {
  const { accountId, openedBy, origin, deviceToken } = admission;
  const within = async (queries: Queries): Promise<Result<Admitted>> => {
    const isFirst = await lockForSignIn(queries, { accountId, language });
    const passed = await parts.checkSecondFactor?.({ accountId, openedBy, code, origin, deviceToken }, queries);
    if (passed && !passed.ok) return passed;
    // Checked after the second factor, which locks the account: a parallel change of the password then waits, and ends
    // the session that is opened here.
    if (passwordHash !== undefined && !(await holdPassword(queries, accountId, passwordHash)))
      return refuse('INVALID_CREDENTIALS');
    // Checked last, so that only somebody who could otherwise sign in learns that the account is blocked.
    if (await holdBlocked(queries, accountId)) return refuse('ACCOUNT_BLOCKED');
    if (isFirst) await noteSignIn(queries, parts, accountId);
    if (language !== null) await updateLanguage(queries, accountId, language);
    return { ok: true, ...(await admit(parts, admission, queries)) };
  };
  if (connection) return within(connection);
  try {
    return await parts.database.transaction(within, longestLockWait);
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}
