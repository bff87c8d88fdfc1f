import type { Locale } from '../../../brand.ts';
import { loadCredentials } from '../../accounts/accounts-rows.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { chooseDriver } from '../../mail/choose-driver.ts';
import { languageOf } from '../../mail/mail-words.ts';
import type { MailSender } from '../../mail/mailer.ts';
import { createMailer } from '../../mail/mailer.ts';
import type { Runtime } from '../../runtime.ts';
import type { CommandFacts, Read } from '../command/command-area.ts';
import type { Command, Said } from '../command/declared-area.ts';
import { command } from '../command/declared-area.ts';
import type { CommandOutcome, OperatorParts } from '../command/operate.ts';
import { languageOption } from '../command/read-arguments.ts';
import { readWho, readWhoAndWhy } from '../command/read-who.ts';
import { siteDoubt } from '../desk/known-site.ts';

/** What an operator does to one account. */
export interface AccountAct {
  accountId: number;
  /** In lower case. */
  email: string;
  /** It stands in the audit log. */
  reason: string;
  /** The language of the mail that tells of it. */
  locale: Locale;
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

type Words = Pick<CommandFacts, 'name' | 'about'>;

function readAct(said: Said): Read<Omit<AccountAct, 'accountId'>> {
  const read = readWhoAndWhy(said);
  return read.ok ? { ok: true, wish: { ...read.wish, locale: languageOf(said.text('lang')) } } : read;
}

/** A command that only looks at an account. */
export function lookCommand(
  words: Words,
  look: (parts: AccountCommandParts, accountId: number) => Promise<CommandOutcome>,
): Command {
  return command({
    ...{ ...words, takes: '<email>', read: readWho },
    carryOut: (parts, email) => withAccount(parts, email, (accountId) => look(accountPartsOf(parts), accountId)),
  });
}

/** A command that does something to an account for a reason, and has a mail tell its customer. */
export function actCommand(
  words: Words,
  act: (parts: AccountCommandParts, wish: AccountAct) => Promise<CommandOutcome>,
): Command {
  return command({
    ...{ ...words, takes: `<email> --reason <why> ${languageOption}`, read: readAct },
    async carryOut(parts, wish) {
      const outcome = await withAccount(parts, wish.email, (accountId) =>
        act(accountPartsOf(parts), { ...wish, accountId }),
      );
      return outcome.ok ? { ...outcome, text: [outcome.text, ...siteDoubt(parts)].join('\n') } : outcome;
    },
  });
}

async function withAccount(
  { database }: OperatorParts,
  email: string,
  work: (accountId: number) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const account = await loadCredentials(database, email);
  return account ? work(account.id) : { ok: false, text: 'There is no customer with this email.' };
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
