import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount, loadCredentials } from '../accounts/accounts-rows.ts';
import type { Database } from '../db/database.ts';
import type { Attempt, AttemptLimiter } from './attempt-limiter.ts';
import type { HumanCheck } from './human-check.ts';
import { verifyPassword } from './password.ts';
import type { Sessions } from './sessions.ts';

export interface LogInDependencies {
  database: Database;
  sessions: Sessions;
  attempts: AttemptLimiter;
  isHuman: HumanCheck;
}

export interface LogInCommand extends Attempt {
  password: string;
  /** What the check of humanity gave the browser; empty where the check could not be loaded there. */
  humanToken: string | undefined;
}

/**
 * Opens a session for the customer with this email and password. An unknown email and a wrong password take the same
 * time and get the same answer. Not idempotent: each log-in opens a session of its own. Where the broker has set up the check of
 * humanity it is asked first; who could not load it may guess wrong a few times an hour, and everybody is let through while it is down: no
 * customer is kept from open positions by somebody else's server.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN, INVALID_CREDENTIALS.
 */
export async function logIn(
  { database, sessions, attempts, isHuman }: LogInDependencies,
  { email, address, password, humanToken }: LogInCommand,
): Promise<Result<{ accessToken: string; account: AccountRow }>> {
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
  return { ok: true, accessToken: await sessions.open({ accountId: account.id }), account };
}
