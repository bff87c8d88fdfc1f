import { tellServer } from '../../accounts/news/account-news.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import { describeDevice } from '../../sessions/describe-device.ts';
import { deleteDevicesOf } from '../../sessions/devices-rows.ts';
import type { OpenSessionRow } from '../../sessions/open-sessions-rows.ts';
import { loadOpenSessions } from '../../sessions/open-sessions-rows.ts';
import { deleteSessionsOf, lockSessionsOf } from '../../sessions/sessions-rows.ts';
import { createSessions } from '../../sessions/sessions.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import type { Command } from '../command/declared-area.ts';
import { areaOfCommands } from '../command/declared-area.ts';
import type { CommandOutcome } from '../command/operate.ts';
import type { TableColumn } from '../command/text-table.ts';
import { tableOutcome, whenText } from '../command/text-table.ts';
import type { AccountAct, AccountCommandParts } from './account-command.ts';
import { actCommand, lookCommand } from './account-command.ts';
import { sessionsEndedMail } from './sessions-mail.ts';

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

/**
 * Ends every session of an account and forgets its browsers: its customer is told by mail, and the reason stands in the audit log. A repeat
 * ends what was opened since.
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
    const entry = { id: runtime.newId(), at, event: 'sessions_ended', actor, accountId } as const;
    await writeAudit(connection, { ...entry, details: { count: ended.length, why: reason } });
    await mailer.sendMail(connection, sessionsEndedMail({ to: email, locale, siteUrl, endedAt: at }));
    await tellServer(connection, accountId);
    return ended.length;
  }, longestLockWait);
  return { ok: true, text: `Sessions of ${email} ended: ${count}.`, data: { ended: count } };
}

/** The command that logs a customer out everywhere, by the name that an area has for it. */
export const endCommand = (name: string, about: string): Command => actCommand({ name, about }, end);

/** Where a customer is logged in. */
export const sessionsArea = areaOfCommands({
  name: 'sessions',
  about: 'Where a customer is logged in.',
  commands: [
    lookCommand({ name: 'list', about: 'Lists the open sessions.' }, list),
    endCommand(
      'end',
      'Ends them all, with their sockets, and forgets the browsers that the account was entered from; a mail tells of it.',
    ),
  ],
  more: 'Whoever knows the password logs in again: the customer should choose a new one.',
});
