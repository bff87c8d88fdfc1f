import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { Locale } from '../../../brand.ts';
import type { AccountCredentials } from '../../accounts/accounts-rows.ts';
import { loadCredentials } from '../../accounts/accounts-rows.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { openDatabase } from '../../db/database.ts';
import { isLockTimeout } from '../../db/lock-wait.ts';
import { migrate } from '../../db/migrate.ts';
import type { Environment } from '../../environment.ts';
import { chooseDriver } from '../../mail/choose-driver.ts';
import { languageOf } from '../../mail/mail-words.ts';
import type { MailSender } from '../../mail/mailer.ts';
import { createMailer } from '../../mail/mailer.ts';
import type { Runtime } from '../../runtime.ts';
import { systemRuntime } from '../../runtime.ts';
import type { CommandOutcome } from '../operate.ts';
import { operate } from '../operate.ts';

/** What an operator wants of one account: to see something, or to do it, with the reason that stands in the audit log. */
export interface AccountWish {
  /** In lower case. */
  email: string;
  /** Null: only look. */
  act: { reason: string; locale: Locale } | null;
}

export interface AccountCommandParts {
  database: Database;
  runtime: Runtime;
  mailer: MailSender;
  /** The site's public address without a slash at its end. */
  siteUrl: string;
  sessionIdleMs: number;
  actor: AuditActor;
}

const options = { email: { type: 'string' }, reason: { type: 'string' }, lang: { type: 'string' } } as const;
const longestReason = 500;

/** What the arguments of a command say that `looks` by one word and `acts` by another; null where they say nothing that is understood. */
export function readAccountWish(
  args: readonly string[],
  { looks, acts }: { looks: string; acts: string },
): AccountWish | null {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return null;
  }
  const [kind, ...more] = parsed.positionals;
  const { lang } = parsed.values;
  const email = parsed.values.email?.trim().toLowerCase() ?? '';
  const reason = parsed.values.reason?.trim() ?? '';
  if (more.length > 0 || email === '') return null;
  if (kind === looks) return { email, act: null };
  if (kind !== acts || reason === '' || reason.length > longestReason) return null;
  return { email, act: { reason, locale: languageOf(lang) } };
}

export type CarryOut = (
  parts: AccountCommandParts,
  account: AccountCredentials,
  wish: AccountWish,
) => Promise<CommandOutcome>;

/** Finds the account and does what is wanted; says in words where that cannot be. */
export async function carryOutFor(
  parts: AccountCommandParts,
  wish: AccountWish,
  carryOut: CarryOut,
): Promise<CommandOutcome> {
  const account = await loadCredentials(parts.database, wish.email);
  if (!account) return { ok: false, text: 'There is no customer with this email.' };
  try {
    return await carryOut(parts, account, wish);
  } catch (fault) {
    if (!isLockTimeout(fault)) throw fault;
    return { ok: false, text: 'Others keep the account locked. Nothing was changed: try again.' };
  }
}

/** Runs a command about one account against the configured storage; without a wish it prints the help. */
export function runAccountCommand(
  wish: AccountWish | null,
  { env, help, carryOut }: { env: Environment; help: string; carryOut: CarryOut },
): Promise<CommandOutcome> {
  if (!wish) return Promise.resolve({ ok: false, text: help });
  return operate(env, async (config) => {
    const { databaseUrl, dataDir, databasePoolSize: poolSize } = config;
    const database = await openDatabase({ databaseUrl, dataDir, poolSize });
    try {
      await migrate(database);
      return await carryOutFor(partsOf(database, config), wish, carryOut);
    } finally {
      await database.close();
    }
  });
}

/** Mails are put into the outbox; the server sends them. */
function partsOf(database: Database, config: Config): AccountCommandParts {
  const { siteUrl, sessionIdleMs } = config;
  const runtime = systemRuntime;
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const mailer = createMailer({
    ...{ database, driver: chooseDriver(config), from: config.mail.from, runtime, logger: silent },
    schedule: () => () => undefined,
  });
  return { database, runtime, mailer, siteUrl, sessionIdleMs, actor: `operator:${userInfo().username}` };
}
