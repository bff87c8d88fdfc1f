import type { Result } from '../../lib/contract/problem.ts';
import type { HumanCheck } from '../auth/human-check.ts';
import type { EntryClaim, EntryLimiter } from './entry-limiter.ts';

export interface VisitorParts {
  limiter: EntryLimiter;
  isHuman: HumanCheck;
}

export interface VisitorClaim extends EntryClaim {
  action: 'register' | 'forgot';
  /** What the check of humanity gave the browser; empty where the check could not be loaded there. */
  humanToken: string | undefined;
}

/**
 * Whether a visitor may go on to open an account or to ask for a mail: limited by where it comes from, and asked for humanity where the broker
 * has set that up. Who could not load the check, and everybody while its verifier is down, may do so a few times an hour.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN.
 */
export async function receiveVisitor(
  { limiter, isHuman }: VisitorParts,
  { action, humanToken, ...claim }: VisitorClaim,
): Promise<Result> {
  const allowed = await (action === 'register' ? limiter.takeRegistration(claim.address) : limiter.takeRequest(claim));
  if (!allowed.ok) return allowed;
  const human = await isHuman({ token: humanToken, action, isWithoutScripts: humanToken === '' });
  if (!human.ok) return human;
  const isUnchecked = human.mark === 'missing' || human.mark === 'unavailable';
  return isUnchecked ? limiter.takeUnchecked(claim.address) : { ok: true };
}
