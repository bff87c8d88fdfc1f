import type { Locale } from '../../brand.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import type { Database } from '../db/database.ts';
import type { MailConfig } from '../mail/choose-driver.ts';
import { chooseDriver } from '../mail/choose-driver.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { MailSender } from '../mail/mailer.ts';
import { createMailer } from '../mail/mailer.ts';
import type { Command, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import type { SiteSettings } from '../operator/known-site.ts';
import { siteWarning } from '../operator/known-site.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { emailArgument, language, reason } from '../operator/read-values.ts';
import type { Runtime } from '../runtime.ts';
import { loadCredentials } from './accounts-rows.ts';

/** An operator's act on one account. */
export interface AccountAct {
  accountId: number;
  /** In lower case. */
  email: string;
  /** Kept in the audit log. */
  reason: string;
  /** The language of the mail about it. */
  locale: Locale;
}

export interface AccountCommandParts {
  database: Database;
  runtime: Runtime;
  mailer: MailSender;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
  sessionIdleMs: number;
  actor: AuditActor;
}

/** What these commands receive. */
export type AccountParts = OperatorParts<
  unknown,
  SiteSettings & MailConfig & { mail: { from: string }; sessionIdleMs: number }
>;

type Words = Pick<Command, 'name' | 'about'>;

/** A command that only reads an account. */
export function readCommand(
  words: Words,
  read: (parts: AccountCommandParts, accountId: number) => Promise<CommandOutcome>,
): Command<AccountParts> {
  return command({
    ...words,
    arguments: { email: emailArgument },
    carryOut: (parts: AccountParts, { email }) =>
      withAccount(parts, email, (accountId) => read(accountPartsOf(parts), accountId)),
  });
}

/** A command that acts on an account for a stated reason and mails its customer. */
export function actCommand(
  words: Words,
  act: (parts: AccountCommandParts, order: AccountAct) => Promise<CommandOutcome>,
): Command<AccountParts> {
  return command({
    ...words,
    arguments: { email: emailArgument },
    options: { reason, lang: language },
    async carryOut(parts: AccountParts, { lang, ...said }) {
      const locale = languageOf(lang ?? undefined);
      const outcome = await withAccount(parts, said.email, (accountId) =>
        act(accountPartsOf(parts), { ...said, locale, accountId }),
      );
      return outcome.ok ? { ...outcome, text: [outcome.text, ...siteWarning(parts)].join('\n') } : outcome;
    },
  });
}

async function withAccount(
  { database }: AccountParts,
  email: string,
  work: (accountId: number) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const account = await loadCredentials(database, email);
  return account ? work(account.id) : { ok: false, text: 'There is no customer with this email.' };
}

/** Mails are only stored in the outbox; the server sends them. */
export function accountPartsOf({ config, database, runtime, actor }: AccountParts): AccountCommandParts {
  const { siteUrl, sessionIdleMs } = config;
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const mailer = createMailer({
    ...{ database, driver: chooseDriver(config), from: config.mail.from, runtime, logger: silent },
    schedule: () => () => undefined,
  });
  return { database, runtime, mailer, siteUrl, sessionIdleMs, actor };
}
