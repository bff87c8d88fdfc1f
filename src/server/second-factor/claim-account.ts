import { tellServer } from '../accounts/news/account-news.ts';
import { loadPassword, updatePasswordHash } from '../accounts/password-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { releaseSecondFactor } from './release-second-factor.ts';
import { isUnclaimed } from './second-factor-rows.ts';

const digestBytes = 32;

/**
 * Gives an unclaimed account to whoever follows the link of a mail to its address: the second factor is switched off, its sessions end, and
 * the password opens nothing any more. A stranger could else register somebody's address, switch the factor on, and shut its owner out
 * for good. In a database transaction with the account's row locked. False, and nothing is done: it was claimed, or something is in it.
 */
export async function claimAccount(
  queries: Queries,
  { runtime }: { runtime: Runtime },
  { accountId, origin }: { accountId: number; origin: RequestOrigin },
): Promise<boolean> {
  if (!(await isUnclaimed(queries, accountId))) return false;
  const why = 'address proven';
  await releaseSecondFactor(queries, { runtime }, { accountId, actor: 'customer', origin, why });
  const known = await loadPassword(queries, accountId);
  if (!known) throw new Error(`There is no account ${accountId}`);
  // The same cost, and the digest of nothing.
  const digest = runtime.randomBytes(digestBytes).toString('base64').replaceAll('=', '');
  await updatePasswordHash(queries, accountId, known.passwordHash.replace(/[^$]+$/, digest));
  await writeAudit(queries, {
    ...{ id: runtime.newId(), at: new Date(runtime.now()), event: 'password_changed', actor: 'customer' },
    ...{ accountId, origin, details: { why } },
  });
  await tellServer(queries, accountId);
  return true;
}
