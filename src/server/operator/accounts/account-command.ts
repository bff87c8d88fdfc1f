import type { Locale } from '../../../brand.ts';
import type { AccountCredentials } from '../../accounts/accounts-rows.ts';
import { loadCredentials } from '../../accounts/accounts-rows.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { chooseDriver } from '../../mail/choose-driver.ts';
import { languageOf } from '../../mail/mail-words.ts';
import type { MailSender } from '../../mail/mailer.ts';
import { createMailer } from '../../mail/mailer.ts';
import type { Runtime } from '../../runtime.ts';
import type { Area, Read } from '../command/command-area.ts';
import { areaOf } from '../command/command-area.ts';
import type { CommandOutcome, OperatorParts } from '../command/operate.ts';
import { readArguments, readEmail, readReason } from '../command/read-arguments.ts';
import { siteDoubt } from '../desk/known-site.ts';

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

/** How the commands about one account are typed: one that only `looks`, and one that `acts` with a reason. */
interface AccountWords {
  looks: string;
  acts: string;
}

/** What the arguments of such a command say. */
export function readAccountWish(args: readonly string[], { looks, acts }: AccountWords): Read<AccountWish> {
  const read = readArguments(args, options);
  if (!read.ok) return read;
  const { email: typed, reason, lang } = read.values;
  const [kind, more] = read.positionals;
  if (args.length === 0) return { ok: false, why: null };
  if (kind !== looks && kind !== acts) return { ok: false, why: `Say what is to be done: ${looks} or ${acts}.` };
  if (more !== undefined) return { ok: false, why: `${kind} takes no ${more}: name the customer by --email.` };
  const email = readEmail(typed);
  if (email === null) return { ok: false, why: '--email is missing, or is no email.' };
  if (kind === looks) return { ok: true, wish: { email, act: null } };
  const why = readReason(reason, 'it stands in the audit log');
  return why.ok ? { ok: true, wish: { email, act: { reason: why.reason, locale: languageOf(lang) } } } : why;
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
  return carryOut(parts, account, wish);
}

/** An area about one account, with a command that looks and one that acts. */
export function accountArea({ looks, acts, ...facts }: AccountWords & Omit<Area, 'read'>, carryOut: CarryOut): Area {
  return areaOf<AccountWish>({
    ...facts,
    read: (args) => readAccountWish(args, { looks, acts }),
    async carryOut(parts, wish) {
      const outcome = await carryOutFor(accountPartsOf(parts), wish, carryOut);
      const isTold = wish.act !== null && outcome.ok;
      return isTold ? { ...outcome, text: [outcome.text, ...siteDoubt(parts)].join('\n') } : outcome;
    },
  });
}

/** Mails are put into the outbox; the server sends them. */
export function accountPartsOf({ config, database, runtime, actor }: OperatorParts): AccountCommandParts {
  const { siteUrl, sessionIdleMs } = config;
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const mailer = createMailer({
    ...{ database, driver: chooseDriver(config), from: config.mail.from, runtime, logger: silent },
    schedule: () => () => undefined,
  });
  return { database, runtime, mailer, siteUrl, sessionIdleMs, actor };
}
