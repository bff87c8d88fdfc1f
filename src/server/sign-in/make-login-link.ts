import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import type { AuditActor, AuditEvent, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { hashOfToken } from '../secrets/token-hash.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { CodePurpose } from '../sessions/login-codes-rows.ts';
import { insertLoginCode } from '../sessions/login-codes-rows.ts';

export interface LoginLinkParts {
  runtime: Runtime;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

export interface LoginLinkOrder {
  accountId: number;
  purpose: CodePurpose;
  validMs: number;
  /** The language of the page that the link leads to. */
  locale: Locale;
  actor: AuditActor;
  event: Extract<AuditEvent, 'login_code_made' | 'password_reset_asked'>;
  origin?: RequestOrigin;
}

const codeBytes = 32;

/**
 * Makes a link that logs a customer in once, and writes an audit record, both within the caller's database transaction.
 * The link's code has 256 random bits and is stored only as a hash. Earlier links keep working.
 */
export async function makeLoginLink(
  queries: Queries,
  { runtime, siteUrl }: LoginLinkParts,
  { accountId, purpose, validMs, locale, actor, event, origin }: LoginLinkOrder,
): Promise<string> {
  const now = runtime.now();
  const at = new Date(now);
  const code = runtime.randomBytes(codeBytes).toString('base64url');
  const codeHash = hashOfToken(code);
  await insertLoginCode(queries, { codeHash, accountId, purpose, createdAt: at, expiresAt: new Date(now + validMs) });
  const details = { purpose, valid_minutes: Math.round(validMs / 60_000) };
  await writeAudit(queries, {
    ...{ id: runtime.newId(), at, event, actor, accountId, details },
    ...(origin && { origin }),
  });
  return siteUrl + writeAddress({ locale, slug: `autoLogin/${code}` });
}
