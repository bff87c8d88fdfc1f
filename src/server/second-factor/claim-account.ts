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
import type { Release, ShutOut } from './release-second-factor.ts';
import { releaseSecondFactor, shutOut } from './release-second-factor.ts';
import type { FactorRow } from './second-factor-rows.ts';
import { isUnclaimed, lockFactor, updateFactorSecret } from './second-factor-rows.ts';

export interface ClaimParts {
  runtime: Runtime;
  mailer: Pick<MailSender, 'sendMail'>;
  /** The site's public address without a slash at its end. */
  siteUrl: string;
}

export interface Claim {
  accountId: number;
  origin: RequestOrigin;
  /** Of the mail that tells of it. */
  locale: Locale;
}

const why = 'address proven';
const digestBytes = 32;

/**
 * Gives an unclaimed account to whoever follows the link of a mail to its address, whatever a stranger made of it who
 * had registered somebody's address: the second factor is switched off, and one that was only begun is forgotten; the
 * sessions end, and the password opens nothing any more. It is told by mail where somebody had been in the account.
 * Does nothing where it was claimed, or something is in it. In the database transaction that opens the session, which
 * locks the account's row by it. Problem: ACCOUNT_BLOCKED where it would be given and an operator keeps its owner out:
 * nothing is changed then.
 */
export async function claimAccount(queries: Queries, parts: ClaimParts, claim: Claim): Promise<Result> {
  const { accountId, origin, locale } = claim;
  const factor = await lockFactor(queries, accountId);
  if (!(await isUnclaimed(queries, accountId))) return { ok: true };
  if (await holdBlocked(queries, accountId)) return refuse('ACCOUNT_BLOCKED');
  const out = await takeFactor(queries, parts, { factor, accountId, actor: 'customer', origin, why });
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

async function takeFactor(
  queries: Queries,
  parts: ClaimParts,
  { factor, ...release }: Release & { factor: FactorRow },
): Promise<ShutOut> {
  if (factor.enabledAt) return releaseSecondFactor(queries, parts, release);
  // Begun by a stranger, it needs a code only: the owner would be shut out while they choose their password.
  if (factor.secret) await updateFactorSecret(queries, release.accountId, null);
  return shutOut(queries, parts, release);
}

async function voidPassword(queries: Queries, { runtime }: ClaimParts, { accountId, origin }: Claim): Promise<void> {
  const known = await loadPassword(queries, accountId);
  if (!known) throw new Error(`There is no account ${accountId}`);
  // The same cost, and the digest of nothing.
  const digest = runtime.randomBytes(digestBytes).toString('base64').replaceAll('=', '');
  await updatePasswordHash(queries, accountId, known.passwordHash.replace(/[^$]+$/, digest));
  await writeAudit(queries, {
    ...{ id: runtime.newId(), at: new Date(runtime.now()), event: 'password_changed', actor: 'customer' },
    ...{ accountId, origin, details: { why } },
  });
}
