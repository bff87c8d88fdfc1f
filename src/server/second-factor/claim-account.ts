import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { holdBlocked } from '../accounts/accounts-rows.ts';
import { tellServer } from '../accounts/news/account-news.ts';
import { loadPassword, updatePasswordHash } from '../accounts/password-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { Runtime } from '../runtime.ts';
import { claimMail } from './factor-mail.ts';
import type { Release, RevokedAccess } from './release-second-factor.ts';
import { releaseSecondFactor, revokeAccess } from './release-second-factor.ts';
import type { FactorRow } from './second-factor-rows.ts';
import { isUnclaimed, lockFactor, updateFactorSecret } from './second-factor-rows.ts';

export interface ClaimParts {
  runtime: Runtime;
  mailer: Pick<MailSender, 'sendMail'>;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

export interface Claim {
  accountId: number;
  origin: RequestOrigin;
  /** The language of the mail about it. */
  locale: Locale;
}

const why = 'address proven';
const digestBytes = 32;

/**
 * Gives an unclaimed account to whoever follows a mailed link to it, in case a stranger registered with somebody else's
 * address. The second factor is switched off, or its unfinished setup is discarded; all sessions end, and the password
 * stops working. A mail is sent if the account had sessions or known browsers. Does nothing if the account is claimed,
 * or something is in it.
 *
 * Must run in the database transaction that opens the session; it locks the account's row. Problem: ACCOUNT_BLOCKED if
 * the account is unclaimed but an operator has blocked it; nothing is changed then.
 */
export async function claimAccount(queries: Queries, parts: ClaimParts, claim: Claim): Promise<Result> {
  const { accountId, origin, locale } = claim;
  const factor = await lockFactor(queries, accountId);
  if (!(await isUnclaimed(queries, accountId))) return { ok: true };
  if (await holdBlocked(queries, accountId)) return refuse('ACCOUNT_BLOCKED');
  const out = await removeFactor(queries, parts, { factor, accountId, actor: 'customer', origin, why });
  await voidPassword(queries, parts, claim);
  if (out.sessions + out.devices > 0) {
    const { siteUrl, runtime, mailer } = parts;
    await mailer.sendMail(
      queries,
      claimMail({ to: factor.email, locale, siteUrl, changedAt: new Date(runtime.now()) }),
    );
  }
  await tellServer(queries, accountId);
  return { ok: true };
}

async function removeFactor(
  queries: Queries,
  parts: ClaimParts,
  { factor, ...release }: Release & { factor: FactorRow },
): Promise<RevokedAccess> {
  if (factor.enabledAt) return releaseSecondFactor(queries, parts, release);
  // A stranger who began the setup could finish it with a code, and lock out the owner who is still choosing a
  // password.
  if (factor.secret) await updateFactorSecret(queries, release.accountId, null);
  return revokeAccess(queries, parts, release);
}

async function voidPassword(queries: Queries, { runtime }: ClaimParts, { accountId, origin }: Claim): Promise<void> {
  const known = await loadPassword(queries, accountId);
  if (!known) throw new Error(`There is no account ${accountId}`);
  // Keeps the parameters of the hash, so checking it costs the same, but its random digest matches no password.
  const digest = runtime.randomBytes(digestBytes).toString('base64').replaceAll('=', '');
  await updatePasswordHash(queries, accountId, known.passwordHash.replace(/[^$]+$/, digest));
  await writeAudit(queries, {
    ...{ id: runtime.newId(), at: new Date(runtime.now()), event: 'password_changed', actor: 'customer' },
    ...{ accountId, origin, details: { why } },
  });
}
