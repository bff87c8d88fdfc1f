import { tellServer } from '../../accounts/news/account-news.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import { describeDevice } from '../../auth/devices/describe-device.ts';
import { deleteDevicesOf } from '../../auth/devices/devices-rows.ts';
import type { OpenSessionRow } from '../../auth/open-sessions/open-sessions-rows.ts';
import { loadOpenSessions } from '../../auth/open-sessions/open-sessions-rows.ts';
import { deleteSessionsOf, lockSessionsOf } from '../../auth/sessions-rows.ts';
import { createSessions } from '../../auth/sessions.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import type { CommandOutcome } from '../command/operate.ts';
import { languageOption } from '../command/read-arguments.ts';
import type { TableColumn } from '../command/text-table.ts';
import { tableOutcome, whenText } from '../command/text-table.ts';
import type { AccountCommandParts, AccountWish, CarryOut } from './account-command.ts';
import { accountArea } from './account-command.ts';
import { sessionsEndedMail } from './sessions-mail.ts';

/**
 * Lists the open sessions of an account; or ends them all and forgets its browsers: its customer is told by mail, and the reason stands in
 * the audit log. A repeat ends what was opened since.
 */
export const carryOutSessionsWish: CarryOut = async (parts, { id }, { email, act }) =>
  act ? end(parts, id, { email, act }) : list(parts, id);

async function list(
  { database, runtime, sessionIdleMs: idleMs }: AccountCommandParts,
  accountId: number,
): Promise<CommandOutcome> {
  const alive = createSessions({ database, runtime, idleMs }).stillAlive();
  const rows = await loadOpenSessions(database, { accountId, current: Buffer.alloc(0), ...alive });
  // What a session is known by is no operator's.
  return tableOutcome(
    columns,
    rows.map(({ tokenHash: _, ...row }) => row),
  );
}

const columns: readonly TableColumn<Omit<OpenSessionRow, 'tokenHash'>>[] = [
  { title: 'id', of: ({ id }) => id },
  { title: 'opened (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'seen (UTC)', of: ({ lastSeenAt }) => whenText(lastSeenAt) },
  { title: 'address', of: ({ address }) => address ?? 'none' },
  { title: 'place', of: ({ city, countryShort }) => [city, countryShort].filter((one) => one !== null).join(', ') },
  { title: 'device', of: ({ userAgent }) => describeDevice(userAgent) ?? 'unknown' },
];

async function end(
  { database, runtime, mailer, siteUrl, actor }: AccountCommandParts,
  accountId: number,
  { email, act }: { email: string; act: NonNullable<AccountWish['act']> },
): Promise<CommandOutcome> {
  const at = new Date(runtime.now());
  const count = await database.transaction(async (connection) => {
    await lockSessionsOf(connection, { accountId });
    const ended = await deleteSessionsOf(connection, { accountId });
    await deleteDevicesOf(connection, accountId, null);
    const entry = { id: runtime.newId(), at, event: 'sessions_ended', actor, accountId } as const;
    await writeAudit(connection, { ...entry, details: { count: ended.length, why: act.reason } });
    await mailer.sendMail(connection, sessionsEndedMail({ to: email, locale: act.locale, siteUrl, endedAt: at }));
    await tellServer(connection, accountId);
    return ended.length;
  }, longestLockWait);
  return { ok: true, text: `Sessions of ${email} ended: ${count}.`, data: { ended: count } };
}

/** Where a customer is logged in. */
export const sessionsArea = accountArea(
  {
    name: 'sessions',
    about: 'Where a customer is logged in.',
    commands: [
      { name: 'list', takes: '--email <email>', about: 'Lists the open sessions.' },
      {
        name: 'end',
        takes: `--email <email> --reason <why> ${languageOption}`,
        about:
          'Ends them all, with their sockets, and forgets the browsers that the account was entered from; a mail tells of it.',
      },
    ],
    more: 'Whoever knows the password logs in again: the customer should choose a new one.',
    looks: 'list',
    acts: 'end',
  },
  carryOutSessionsWish,
);
