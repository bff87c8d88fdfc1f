import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { holdPassword, loadAccount, loadCredentials } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import { emailMark } from '../audit/refusal-notes.ts';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import type { Admission, Admitted, AdmitParts } from './admit.ts';
import { admit } from './admit.ts';
import type { Attempt, AttemptLimiter } from './attempt-limiter.ts';
import { isDeviceOf } from './devices/devices-rows.ts';
import { subscriberAddress } from './client-address.ts';
import type { HumanCheck } from './human-check.ts';
import { isLineFull, placeOfKnownDevice, placeOfStranger, refuseForLine } from './limits/hash-line.ts';
import { noteKeptOut } from './limits/note-entry.ts';
import type { VerifyPassword } from './password.ts';
import { verifyPassword } from './password.ts';
import type { SessionOpener } from './sessions-rows.ts';
import { hashOfToken } from './token-hash.ts';

/** Who has shown a password or a link, and what of the second factor came with it. */
export interface FactorClaim {
  accountId: number;
  /** What was shown. */
  openedBy: SessionOpener;
  code: string | undefined;
  origin: RequestOrigin;
  /** What an earlier log-in gave this browser, if it says that it has one. */
  deviceToken?: string | undefined;
}

/**
 * Asks for the second factor where the account has one, in the database transaction that opens the session: a code is used up
 * with it. Problems: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS.
 */
export type SecondFactorCheck = (claim: FactorClaim, connection: Queries) => Promise<Result>;

export interface LogInDependencies extends AdmitParts {
  database: Database;
  attempts: AttemptLimiter;
  isHuman: HumanCheck;
  refusals: RefusalNotes;
  /** The real one, where a test brings no other. */
  verifyPassword?: VerifyPassword;
  /** Without it no account has a second factor. */
  checkSecondFactor?: SecondFactorCheck;
}

export interface LogInCommand {
  /** In lower case. */
  email: string;
  password: string;
  origin: RequestOrigin;
  /** What the check of humanity gave the browser; empty where the check could not be loaded there. */
  humanToken: string | undefined;
  deviceToken: string | undefined;
  secondFactor: string | undefined;
}

/**
 * Opens a session for the customer with this email and password. An unknown email and a wrong password take the same
 * time and get the same answer. Not idempotent: each log-in opens a session of its own. Where the broker has set up the check of
 * humanity it is asked first; who could not load it may guess wrong a few times an hour, and everybody is let through while it is down: no
 * customer is kept from open positions by somebody else's server.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN, INVALID_CREDENTIALS, UNAVAILABLE, and those of the second factor.
 */
export async function logIn(
  dependencies: LogInDependencies,
  command: LogInCommand,
): Promise<Result<Admitted & { account: AccountRow }>> {
  const { database, attempts } = dependencies;
  const { email, origin, deviceToken, secondFactor: code } = command;
  const attempt = { email, address: origin.address ?? '', knownDevice: await knownDeviceOf(database, command) };
  const allowed = await attempts.take(attempt);
  if (!allowed.ok) {
    await noteLimited(dependencies, command, attempt);
    return allowed;
  }
  const human = await askHumanity(dependencies, command, attempt);
  if (!human.ok) {
    if (human.problem.code === 'TOO_MANY_REQUESTS') await noteLimited(dependencies, command, attempt);
    return human;
  }

  const checked = await checkPassword(dependencies, command, attempt);
  // What was right, or never looked at, does not count.
  const isWrong = !checked.ok && checked.problem.code === 'INVALID_CREDENTIALS';
  if (human.isUnchecked && !isWrong) await attempts.forgiveUnchecked(attempt.address);
  if (!checked.ok) return checked;
  const { account, passwordHash } = checked;
  await attempts.forgive(attempt);
  const admission = { accountId: account.id, openedBy: 'password', origin, deviceToken, code, passwordHash } as const;
  const entered = await enterWithin(dependencies, admission, attempt);
  return entered.ok ? { ...entered, account } : entered;
}

/** Enters, so often in an hour: each leaves an entry that stays. What the second factor refuses is no session, and does not count. */
async function enterWithin(
  dependencies: LogInDependencies,
  admission: Entry,
  { knownDevice }: Attempt,
): Promise<Result<Admitted>> {
  const { attempts, refusals } = dependencies;
  const { accountId, origin } = admission;
  const allowed = await attempts.takeSession({ accountId, knownDevice });
  if (!allowed.ok) {
    await refusals.limitMet('opened_sessions', { accountId, origin });
    return allowed;
  }
  const entered = await enter(dependencies, admission);
  if (entered.ok) return entered;
  await attempts.giveSessionBack({ accountId, knownDevice });
  await noteKeptOut(refusals, entered.problem, admission);
  return entered;
}

/** Problems: INVALID_CREDENTIALS, TOO_MANY_REQUESTS where too many strangers, or too many of this account, wait for their hash. */
async function checkPassword(
  dependencies: LogInDependencies,
  command: LogInCommand,
  attempt: Attempt,
): Promise<Result<{ account: AccountRow; passwordHash: string }>> {
  const { database, attempts } = dependencies;
  const { email, address, knownDevice } = attempt;
  const credentials = await loadCredentials(database, email);
  const verify = dependencies.verifyPassword ?? verifyPassword;
  const place = knownDevice === null ? placeOfStranger(address) : placeOfKnownDevice(email);
  try {
    const matches = await verify(credentials?.passwordHash, command.password, place);
    const account = credentials && matches ? await loadAccount(database, credentials.id) : undefined;
    if (credentials && account) return { ok: true, account, passwordHash: credentials.passwordHash };
  } catch (fault) {
    if (!isLineFull(fault)) throw fault;
    await Promise.all([attempts.giveBack(attempt), noteLimited(dependencies, command, attempt)]);
    return refuseForLine();
  }
  await noteRefused(dependencies, command, credentials?.id);
  return refuse('INVALID_CREDENTIALS');
}

async function knownDeviceOf(database: Queries, { email, deviceToken }: LogInCommand): Promise<string | null> {
  if (deviceToken === undefined) return null;
  const tokenHash = hashOfToken(deviceToken);
  return (await isDeviceOf(database, tokenHash, email)) ? tokenHash.toString('hex') : null;
}

/** A known device is not counted among those of its address: that it guesses little is counted already. */
async function askHumanity(
  { isHuman, attempts, refusals }: LogInDependencies,
  { humanToken, origin }: LogInCommand,
  { address, knownDevice }: Attempt,
): Promise<Result<{ isUnchecked: boolean }>> {
  const human = await isHuman({ token: humanToken, action: 'login', isWithoutScripts: humanToken === '' });
  if (!human.ok) {
    await refusals.refused({ event: 'not_human', origin, details: { action: 'login' } });
    return human;
  }
  const isUnchecked = human.mark === 'missing' && knownDevice === null;
  const allowed: Result = isUnchecked ? await attempts.takeUnchecked(address) : { ok: true };
  return allowed.ok ? { ok: true, isUnchecked } : allowed;
}

interface Entry extends Admission, Pick<FactorClaim, 'code'> {
  /** The hash of the password that was right. Where it is another one by now, the log-in came too late. */
  passwordHash?: string;
}

/**
 * The last step of every way in: the second factor, then the session, in one database transaction: that of `connection` where one is given.
 *
 * Problems: those of the second factor, INVALID_CREDENTIALS where the password is another one by now, UNAVAILABLE in its own transaction
 * where others keep the account locked.
 */
export async function enter(
  parts: Pick<LogInDependencies, 'checkSecondFactor' | keyof AdmitParts>,
  { code, passwordHash, ...admission }: Entry,
  connection?: Queries,
): Promise<Result<Admitted>> {
  const { accountId, openedBy, origin, deviceToken } = admission;
  const within = async (queries: Queries): Promise<Result<Admitted>> => {
    const passed = await parts.checkSecondFactor?.({ accountId, openedBy, code, origin, deviceToken }, queries);
    if (passed && !passed.ok) return passed;
    // After the factor, which locks the account first: a change of the password waits for this, and ends the session that opens here.
    if (passwordHash !== undefined && !(await holdPassword(queries, accountId, passwordHash)))
      return refuse('INVALID_CREDENTIALS');
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

type Notes = Pick<LogInDependencies, 'refusals' | 'database'>;

/** A known account is named by its id, an unknown email by a mark: neither is written with its email. */
function noteRefused({ refusals }: Notes, { email, origin }: LogInCommand, accountId: number | undefined) {
  const details = markOf(email, accountId);
  return refusals.refused({ event: 'log_in_refused', accountId: accountId ?? null, origin, details });
}

function noteLimited(
  { refusals, database }: Notes,
  { email, origin }: LogInCommand,
  { address, knownDevice }: Attempt,
): Promise<void> {
  // By the subscriber whatever the email: each of a thousand would be kept in memory for a minute, and looked for in the database.
  return refusals.limited(knownDevice ?? subscriberAddress(address), async () => {
    const accountId = (await loadCredentials(database, email))?.id;
    const details = { known_device: knownDevice !== null, ...markOf(email, accountId) };
    return { event: 'log_in_limited', accountId: accountId ?? null, origin, details };
  });
}

const markOf = (email: string, accountId: number | undefined): Record<string, string> =>
  accountId === undefined ? { email_mark: emailMark(email) } : {};
