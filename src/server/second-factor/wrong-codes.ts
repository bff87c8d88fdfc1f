import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { subscriberAddress } from '../auth/client-address.ts';
import type { Queries } from '../db/database.ts';
import type { RefusalRow } from './second-factor-rows.ts';
import { loadRefusals } from './second-factor-rows.ts';

/**
 * Who shows a code: a browser that the account knows, another one, or a session that is open. Each kind is counted by itself, so that
 * whoever guesses from elsewhere, with the password already, cannot shut the customer out of their own browser.
 */
export type FactorAsker = 'known device' | 'new device' | 'session';

export const wrongCodeAllowances = {
  /** From one address. */
  address: { points: 5, seconds: 15 * 60 },
  /** From all together: of a million codes three are right at a time. */
  account: { points: 30, seconds: 24 * 3600 },
} as const;

/**
 * Whether another code may be looked at. The wrong ones are counted from the audit log, under the lock of the account's row: exactly,
 * for all servers together, and over restarts. Problem: TOO_MANY_REQUESTS.
 */
export async function allowCode(
  queries: Queries,
  { accountId, asker, address, now }: { accountId: number; asker: FactorAsker; address: string | null; now: number },
): Promise<Result> {
  const { account } = wrongCodeAllowances;
  const after = new Date(now - account.seconds * 1000);
  const refusals = await loadRefusals(queries, accountId, { asker, after, most: account.points });
  const waits = [
    waitSeconds(refusals, account, now),
    waitSeconds(refusals.filter(comesFrom(address)), wrongCodeAllowances.address, now),
  ];
  const longest = Math.max(...waits);
  return longest > 0 ? refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: longest }) : { ok: true };
}

/** Newest first. Zero: there is room. */
function waitSeconds(
  refusals: readonly RefusalRow[],
  { points, seconds }: { points: number; seconds: number },
  now: number,
): number {
  const makesRoom = refusals[points - 1];
  if (!makesRoom) return 0;
  return Math.max(0, Math.ceil((makesRoom.at.getTime() + seconds * 1000 - now) / 1000));
}

function comesFrom(address: string | null) {
  const wanted = address === null ? null : subscriberAddress(address);
  return (refusal: RefusalRow) => (refusal.address === null ? null : subscriberAddress(refusal.address)) === wanted;
}
