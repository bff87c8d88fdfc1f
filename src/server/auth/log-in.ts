import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount, loadCredentials } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Admission, Admitted, AdmitParts } from './admit.ts';
import { admit } from './admit.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import type { HumanCheck } from './human-check.ts';
import { verifyPassword } from './password.ts';

/** Who has shown a password or a link, and what of the second factor came with it. */
export interface FactorClaim {
  accountId: number;
  code: string | undefined;
  origin: RequestOrigin;
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
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN, INVALID_CREDENTIALS, and those of the second factor.
 */
export async function logIn(
  dependencies: LogInDependencies,
  command: LogInCommand,
): Promise<Result<Admitted & { account: AccountRow }>> {
  const { database, attempts, isHuman } = dependencies;
  const { email, password, origin, humanToken } = command;
  const address = origin.address ?? '';
  const allowed = await attempts.take({ email, address });
  if (!allowed.ok) {
    return allowed;
  }
  const human = await isHuman({ token: humanToken, action: 'login', isWithoutScripts: humanToken === '' });
  if (!human.ok) {
    return human;
  }
  const isUnchecked = human.mark === 'missing';
  if (isUnchecked) {
    const stillAllowed = await attempts.takeUnchecked(address);
    if (!stillAllowed.ok) return stillAllowed;
  }
  const credentials = await loadCredentials(database, email);
  const matches = await verifyPassword(credentials?.passwordHash, password);
  const account = credentials && matches ? await loadAccount(database, credentials.id) : undefined;
  if (!account) {
    return refuse('INVALID_CREDENTIALS');
  }
  await attempts.forgive({ email, address });
  if (isUnchecked) await attempts.forgiveUnchecked(address);
  const { deviceToken, secondFactor: code } = command;
  const admission = { accountId: account.id, openedBy: 'password', origin, deviceToken, code } as const;
  const entered = await enter(dependencies, admission);
  return entered.ok ? { ...entered, account } : entered;
}

/** The last step of every way in: the second factor, then the session, in one database transaction. */
export function enter(
  parts: Pick<LogInDependencies, 'checkSecondFactor' | keyof AdmitParts>,
  { code, ...admission }: Admission & Pick<FactorClaim, 'code'>,
  connection?: Queries,
): Promise<Result<Admitted>> {
  const { accountId, origin } = admission;
  const within = async (queries: Queries): Promise<Result<Admitted>> => {
    const passed = await parts.checkSecondFactor?.({ accountId, code, origin }, queries);
    return passed && !passed.ok ? passed : { ok: true, ...(await admit(parts, admission, queries)) };
  };
  return connection ? within(connection) : parts.database.transaction(within);
}
