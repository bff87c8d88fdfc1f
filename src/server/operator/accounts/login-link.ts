import { defaultLocale } from '../../../brand.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { loadCredentials } from '../../accounts/accounts-rows.ts';
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
const mostHours = 720;

/** Reads `--email` and `--hours` of a command line; null where it is not understood. */
export function readLoginLinkWish(args: readonly string[]): Omit<LoginLinkWish, 'operator'> | null {
  const valueOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const email = valueOf('--email')?.trim().toLowerCase() ?? '';
  const hours = Number(valueOf('--hours') ?? 24);
  return email !== '' && !email.startsWith('-') && hours >= 1 && hours <= mostHours ? { email, hours } : null;
}

/**
 * Makes a link that logs a customer in once, for an operator to hand over, and writes down who made it. Links of before stay good. Not
 * idempotent: each call makes another. Problem: EMAIL_UNKNOWN.
 */
export async function orderLoginLink(
  { database, ...parts }: LoginLinkParts & { database: Database },
  { email, hours, operator }: LoginLinkWish,
): Promise<Result<{ link: string }>> {
  const account = await loadCredentials(database, email);
  if (!account) return refuse('EMAIL_UNKNOWN');
  const order = { accountId: account.id, purpose: 'login', validMs: hours * hourMs, locale: defaultLocale } as const;
  const by = { actor: `operator:${operator}`, event: 'login_code_made' } as const;
  const link = await database.transaction((connection) => makeLoginLink(connection, parts, { ...order, ...by }));
  return { ok: true, link };
}
