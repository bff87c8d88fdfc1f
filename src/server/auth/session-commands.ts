import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import type { AccountAct, AccountCommandParts, AccountParts } from '../accounts/account-commands.ts';
import { actCommand, readCommand } from '../accounts/account-commands.ts';
import { tellServer } from '../accounts/news/account-news.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import { mailDate, mailWords } from '../mail/mail-words.ts';
import type { LetterMail } from '../mail/mail.ts';
import type { Area, Command } from '../operator/command.ts';
import type { CommandOutcome, TableColumn } from '../operator/outcome.ts';
import { tableOutcome, whenText } from '../operator/outcome.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { deleteDevicesOf } from '../sessions/devices-rows.ts';
import type { OpenSessionRow } from '../sessions/open-sessions-rows.ts';
import { loadOpenSessions } from '../sessions/open-sessions-rows.ts';
import { deleteSessionsOf, lockSessionsOf } from '../sessions/sessions-rows.ts';
import { createSessions } from '../sessions/sessions.ts';

async function list(
  { database, runtime, sessionIdleMs: idleMs }: AccountCommandParts,
  accountId: number,
): Promise<CommandOutcome> {
  const alive = createSessions({ database, runtime, idleMs }).stillAlive();
  const rows = await loadOpenSessions(database, { accountId, current: Buffer.alloc(0), ...alive });
  // The session's tokens are left out: operators must not see them.
  return tableOutcome(
    columns,
    rows.map(({ tokenHash: _, ...row }) => row),
  );
}

const columns: readonly TableColumn<Omit<OpenSessionRow, 'tokenHash'>>[] = [
  { title: 'id', of: ({ id }) => id },
  { title: 'opened (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'last seen (UTC)', of: ({ lastSeenAt }) => whenText(lastSeenAt) },
  { title: 'address', of: ({ address }) => address ?? 'none' },
  { title: 'location', of: ({ city, countryShort }) => [city, countryShort].filter((one) => one !== null).join(', ') },
  { title: 'device', of: ({ userAgent }) => describeDevice(userAgent) ?? 'unknown' },
];

/**
 * Ends every session of an account and forgets its devices. The customer is told by mail, and the reason goes into the
 * audit log. A repeat ends the sessions that were opened since.
 */
async function end(
  { database, runtime, mailer, siteUrl, actor }: AccountCommandParts,
  { accountId, email, reason, locale }: AccountAct,
): Promise<CommandOutcome> {
  const at = new Date(runtime.now());
  const count = await database.transaction(async (connection) => {
    await lockSessionsOf(connection, { accountId });
    const ended = await deleteSessionsOf(connection, { accountId });
    await deleteDevicesOf(connection, accountId, null);
    const record = { id: runtime.newId(), at, event: 'sessions_ended', actor, accountId } as const;
    await writeAudit(connection, { ...record, details: { count: ended.length, why: reason } });
    await mailer.sendMail(connection, sessionsEndedMail({ to: email, locale, siteUrl, endedAt: at }));
    await tellServer(connection, accountId);
    return ended.length;
  }, longestLockWait);
  return { ok: true, text: `Sessions of ${email} ended: ${count}.`, data: { ended: count } };
}

/** The command that logs a customer out everywhere, under the name that its area gives it. */
export const endCommand = (name: string, about: string): Command<AccountParts> => actCommand({ name, about }, end);

/** Commands about a customer's sessions. */
export const sessionsArea: Area<AccountParts> = {
  name: 'sessions',
  about: 'Sessions of customers.',
  commands: [
    readCommand({ name: 'list', about: 'Lists the open sessions.' }, list),
    endCommand('end', 'Ends all sessions of a customer and forgets their known browsers. The customer gets an email.'),
  ],
  more: 'Anyone who knows the password can log in again, so ask the customer to choose a new one.',
};

export interface SessionsMailFacts {
  to: string;
  locale: Locale;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
  endedAt: Date;
}

/** Tells a customer that the broker has ended all their sessions. */
export function sessionsEndedMail({ to, locale, siteUrl, endedAt }: SessionsMailFacts): LetterMail {
  const t = mailWords(locale);
  const pageOf = (slug: string) => siteUrl + writeAddress({ locale, slug });
  return {
    to,
    letter: {
      ...{ locale, greets: 'customer', subject: t('mails.sessionsEnded.subject') },
      paragraphs: [t('mails.sessionsEnded.text', { date: mailDate(locale, endedAt) })],
      action: { label: t('mails.sessionsEnded.button'), url: pageOf('login') },
      notes: [
        {
          text: t('mails.sessionsEnded.otherwise'),
          url: pageOf('password/request'),
        },
      ],
    },
  };
}
