import { defaultLocale } from '../../../brand.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { holdBlocked, loadCredentials } from '../../accounts/accounts-rows.ts';
import type { Database } from '../../db/database.ts';
import type { LoginLinkParts } from '../../entry/make-login-link.ts';
import { makeLoginLink } from '../../entry/make-login-link.ts';

export interface LoginLinkWish {
  /** In lower case. */
  email: string;
  hours: number;
  /** The operator, as the system knows them. */
  operator: string;
}

const hourMs = 3_600_000;

/**
 * Makes a link that logs a customer in once, for an operator to hand over, and writes down who made it. Links of before stay good. Not
 * idempotent: each call makes another. Problems: EMAIL_UNKNOWN, ACCOUNT_BLOCKED.
 */
export async function orderLoginLink(
  { database, ...parts }: LoginLinkParts & { database: Database },
  { email, hours, operator }: LoginLinkWish,
): Promise<Result<{ link: string }>> {
  const account = await loadCredentials(database, email);
  if (!account) return refuse('EMAIL_UNKNOWN');
  const order = { accountId: account.id, purpose: 'login', validMs: hours * hourMs, locale: defaultLocale } as const;
  const by = { actor: `operator:${operator}`, event: 'login_code_made' } as const;
  return database.transaction(async (connection) => {
    if (await holdBlocked(connection, account.id)) return refuse('ACCOUNT_BLOCKED');
    return { ok: true, link: await makeLoginLink(connection, parts, { ...order, ...by }) };
  });
}
