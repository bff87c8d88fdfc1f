import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Queries } from '../db/database.ts';
import { subscriberAddress } from '../throttle/client-address.ts';
import type { RefusalRow } from './second-factor-rows.ts';
import { loadRefusals } from './second-factor-rows.ts';

/**
 * Where a code comes from: a browser that the account knows, an unknown one, one that followed a mailed link, or an
 * open session. Each source is counted separately: an attacker elsewhere who has the password cannot lock the customer
 * out of their own browser, or out of a new one in which they open their mail.
 */
export type CodeSource = 'known device' | 'new device' | 'link' | 'session';

/**
 * Whether it is a code of the app or a recovery code. They are counted separately, so guesses at the app's six digits
 * do not use up the limit for recovery codes.
 */
export type CodeKind = 'app' | 'recovery';

export const wrongCodeAllowances = {
  /** For the codes from one address. */
  address: { points: 5, seconds: 15 * 60 },
  /** For the codes of the app from all addresses together: of a million codes, three are right at any time. */
  account: { points: 30, seconds: 24 * 3600 },
  /**
   * For recovery codes from all addresses together. Their 50 bits cannot be guessed, so this mainly keeps the audit log
   * small.
   */
  recovery: { points: 100, seconds: 24 * 3600 },
} as const;

export interface CodeAttempt {
  accountId: number;
  source: CodeSource;
  kind: CodeKind;
  address: string | null;
  /** Unix milliseconds. */
  now: number;
}

/**
 * Decides whether another code may be checked. Wrong codes are counted in the audit log, under the lock of the
 * account's row: the count is exact, shared by all servers, and survives restarts. Problem: TOO_MANY_REQUESTS.
 */
export async function allowCode(
  queries: Queries,
  { accountId, source, kind, address, now }: CodeAttempt,
): Promise<Result> {
  const inAll = kind === 'app' ? wrongCodeAllowances.account : wrongCodeAllowances.recovery;
  const after = new Date(now - inAll.seconds * 1000);
  const refusals = await loadRefusals(queries, accountId, { asker: source, kind, after, most: inAll.points });
  const waits = [
    waitSeconds(refusals, inAll, now),
    waitSeconds(refusals.filter(comesFrom(address)), wrongCodeAllowances.address, now),
  ];
  const longest = Math.max(...waits);
  return longest > 0 ? refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: longest }) : { ok: true };
}

/** Returns the seconds until another code is allowed; zero if one is allowed now. `refusals` are newest first. */
function waitSeconds(
  refusals: readonly RefusalRow[],
  { points, seconds }: { points: number; seconds: number },
  now: number,
): number {
  const oldestCounted = refusals[points - 1];
  if (!oldestCounted) return 0;
  return Math.max(0, Math.ceil((oldestCounted.at.getTime() + seconds * 1000 - now) / 1000));
}

function comesFrom(address: string | null) {
  const wanted = address === null ? null : subscriberAddress(address);
  return (refusal: RefusalRow) => (refusal.address === null ? null : subscriberAddress(refusal.address)) === wanted;
}
