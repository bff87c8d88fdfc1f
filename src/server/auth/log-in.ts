import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount, loadCredentials } from '../accounts/accounts-rows.ts';
import type { Database } from '../db/database.ts';
import type { Attempt, AttemptLimiter } from './attempt-limiter.ts';
import { verifyPassword } from './password.ts';
import type { Sessions } from './sessions.ts';

export interface LogInDependencies {
  database: Database;
  sessions: Sessions;
  attempts: AttemptLimiter;
}

export interface LogInCommand extends Attempt {
  password: string;
}

/**
 * Opens a session for the customer with this email and password. An unknown email and a wrong password take the same
 * time and get the same answer. Not idempotent: each log-in opens a session of its own.
 *
 * Problems: TOO_MANY_REQUESTS, INVALID_CREDENTIALS.
 */
export async function logIn(
  { database, sessions, attempts }: LogInDependencies,
  { email, address, password }: LogInCommand,
): Promise<Result<{ accessToken: string; account: AccountRow }>> {
  const allowed = await attempts.take({ email, address });
  if (!allowed.ok) {
    return allowed;
  }
  const credentials = await loadCredentials(database, email);
  const matches = await verifyPassword(credentials?.passwordHash, password);
  const account = credentials && matches ? await loadAccount(database, credentials.id) : undefined;
  if (!account) {
    return refuse('INVALID_CREDENTIALS');
  }
  await attempts.forgive({ email, address });
  return { ok: true, accessToken: await sessions.open({ accountId: account.id }), account };
}
