import type { Result } from '../../lib/contract/problem.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { HumanCheck } from '../auth/human-check.ts';
import type { SignInLimiter } from '../throttle/limits.ts';

export interface VisitorParts {
  limiter: SignInLimiter;
  isHuman: HumanCheck;
  refusals: RefusalNotes;
}

export interface VisitorClaim {
  /** In lower case. */
  email: string;
  origin: RequestOrigin;
  action: 'register' | 'forgot';
  /** The token of the human check (reCAPTCHA); empty if the check could not load in the browser. */
  humanToken: string | undefined;
}

/**
 * Decides whether a visitor may open an account or ask for a mail: attempts are limited by address, and if the broker
 * has set it up, the visitor must pass the human check. A visitor whose browser could not load the check gets a few
 * attempts an hour, and so does everybody while the verifier is down. Refusals go into the audit log, limited in
 * number.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN.
 */
export async function receiveVisitor(parts: VisitorParts, claim: VisitorClaim): Promise<Result> {
  const { action, origin } = claim;
  const received = await checkVisitor(parts, claim);
  if (received.ok) return received;
  const { code } = received.problem;
  if (code === 'NOT_HUMAN') await parts.refusals.refused({ event: 'not_human', origin, details: { action } });
  else await parts.refusals.limitMet(action === 'register' ? 'registration' : 'password_reset', { origin });
  return received;
}

async function checkVisitor(
  { limiter, isHuman }: VisitorParts,
  { action, email, origin, humanToken }: VisitorClaim,
): Promise<Result> {
  const address = origin.address ?? '';
  const isRegistration = action === 'register';
  const allowed = await (isRegistration
    ? limiter.consume('registration', { address })
    : limiter.consume('request', { email, address }));
  if (!allowed.ok) return allowed;
  const human = await isHuman({ token: humanToken, action, isWithoutScripts: humanToken === '' });
  if (!human.ok) return human;
  const isUnchecked = human.mark === 'missing' || human.mark === 'unavailable';
  return isUnchecked ? limiter.consume('unchecked', { address }) : { ok: true };
}
