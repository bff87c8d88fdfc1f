import { demoCustomerEmail } from '../../lib/demo-log-ins.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount, loadCredentials } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { Admitted } from '../auth/admit.ts';
import type { LogInDependencies } from '../auth/log-in.ts';
import { enter } from '../auth/log-in.ts';
import { noteRefusedSignIn } from '../auth/note-refused-sign-in.ts';
import type { SignInLimiter } from '../throttle/limits.ts';

export interface LogInToDemoParts extends Omit<LogInDependencies, 'isHuman'> {
  limiter: SignInLimiter;
}

/**
 * Opens an ordinary session of the demo customer, without a password: everybody may know that one anyway. Its route
 * exists only while demo data is on. A block and a second factor are respected. Not idempotent: each call opens a
 * session.
 *
 * Problems: TOO_MANY_REQUESTS; NOT_FOUND if there is no demo customer; ACCOUNT_BLOCKED; SECOND_FACTOR_REQUIRED;
 * UNAVAILABLE.
 */
export async function logInToDemo(
  parts: LogInToDemoParts,
  { origin, deviceToken }: { origin: RequestOrigin; deviceToken: string | undefined },
): Promise<Result<Admitted & { account: AccountRow }>> {
  const { database, limiter, attempts, refusals } = parts;
  const allowed = await limiter.consume('demo', { address: origin.address ?? '' });
  if (!allowed.ok) {
    await refusals.limitMet('demo_log_in', { origin });
    return allowed;
  }
  const found = await loadCredentials(database, demoCustomerEmail);
  const account = found && (await loadAccount(database, found.id));
  if (!account) return refuse('NOT_FOUND');
  const accountId = account.id;
  const claim = { accountId, knownDevice: null };
  const counted = await attempts.consumeSession(claim);
  if (!counted.ok) {
    await refusals.limitMet('opened_sessions', { accountId, origin });
    return counted;
  }
  const admission = { accountId, openedBy: 'demo', origin, deviceToken } as const;
  const entered = await enter(parts, { ...admission, code: undefined });
  if (entered.ok) return { ...entered, account };
  await attempts.giveSessionBack(claim);
  await noteRefusedSignIn(refusals, entered.problem, admission);
  return entered;
}
