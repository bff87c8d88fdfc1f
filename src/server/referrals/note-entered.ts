import type { CountReferralParts } from '../affiliates/attribution/count-referral.ts';
import { countReferral } from '../affiliates/attribution/count-referral.ts';
import type { Queries } from '../db/database.ts';
import { markEntered } from './entered-rows.ts';

/**
 * Notes that the owner of an account came in, of which whoever referred it may know from then on: where the broker hides who has an account a
 * registration is answered alike for everybody, and whoever made the link that led to it would else learn which addresses were new.
 * The first time it is judged whether the referral counts: see `countReferral`. Safe to repeat. In the database transaction that lets them in,
 * behind all that may refuse them; where others may come in at once, with `lockNeverEntered` before any weaker lock on the account: each would
 * else wait for the other.
 */
export async function noteEntered(queries: Queries, parts: CountReferralParts, accountId: number): Promise<void> {
  const isFirst = await markEntered(queries, { accountId, enteredAt: new Date(parts.runtime.now()) });
  if (isFirst) await countReferral(queries, parts, accountId);
}
