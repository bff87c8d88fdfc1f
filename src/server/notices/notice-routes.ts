import type { FastifyInstance } from 'fastify';
import * as calls from '../../lib/contract/accounts/notice-calls.ts';
import type { Notice, NoticeChoice } from '../../lib/contract/accounts/notice-calls.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { toMajor } from '../../lib/money.ts';
import type { NoticeChoices } from '../../lib/notices/notice-catalogue.ts';
import {
  isSwitchable,
  isTold,
  noticeCatalogue,
  noticeChannels,
  noticeCodes,
} from '../../lib/notices/notice-catalogue.ts';
import { linkOf } from '../../lib/notices/stored-notice.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import type { Database } from '../db/database.ts';
import { longestLockWait, orUnavailable } from '../db/lock-wait.ts';
import { registerCall } from '../http/register-call.ts';
import type { Runtime } from '../runtime.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { NoticeRow } from './notices-rows.ts';
import {
  countUnread,
  loadNotices,
  loadToldCustomer,
  markAllRead,
  markRead,
  updateNoticeChoice,
} from './notices-rows.ts';

export interface NoticeRoutesOptions {
  database: Database;
  sessions: Sessions;
  /** Called after notices were read: other pages of the customer then show the new count. */
  noticesRead: AccountChanges['changed'];
  runtime: Pick<Runtime, 'now'>;
}

/** Registers the calls for the notices of a customer, and for what the customer wants to be told. */
export function registerNoticeRoutes(app: FastifyInstance, options: NoticeRoutesOptions): void {
  const { database, sessions, noticesRead, runtime } = options;
  const unreadOf = async (accountId: number) => (await countUnread(database, [accountId])).get(accountId) ?? 0;

  registerCall(app, calls.getNotices, { sessions }, async ({ caller: { accountId }, body }) => {
    const { before = null, limit } = body;
    const rows = await loadNotices(database, { accountId, before, most: limit + 1 });
    const notices = rows.slice(0, limit).map(noticeView);
    return { ok: true, data: { notices, more: rows.length > limit ? 1 : 0, unread: await unreadOf(accountId) } };
  });

  registerCall(app, calls.countNotices, { sessions }, async ({ caller }) => ({
    ok: true,
    data: { unread: await unreadOf(caller.accountId) },
  }));

  registerCall(app, calls.readNotices, { sessions }, async ({ caller: { accountId }, body: { id, until = null } }) => {
    const readAt = new Date(runtime.now());
    if (id === undefined) await markAllRead(database, { accountId, until, readAt });
    else if (!(await markRead(database, { accountId, id, readAt }))) return refuse('NOT_FOUND');
    noticesRead(accountId);
    return { ok: true, data: { unread: await unreadOf(accountId) } };
  });

  registerCall(app, calls.getNoticeChoices, { sessions }, async ({ caller }) => {
    const customer = await loadToldCustomer(database, caller.accountId);
    return { ok: true, data: choicesView(customer?.choices ?? null) };
  });

  registerCall(app, calls.setNoticeChoice, { sessions }, async ({ caller: { accountId }, body }) => {
    const { code, channel, on } = body;
    if (!isSwitchable(code, channel)) return refuse('FORBIDDEN');
    const change = { accountId, code, channel, isOn: on === 1 };
    const changed = database.transaction(
      async (connection) => ({ ok: true as const, choices: await updateNoticeChoice(connection, change) }),
      longestLockWait,
    );
    const result = await orUnavailable(changed);
    return result.ok ? { ok: true, data: choicesView(result.choices) } : result;
  });
}

function noticeView({ id, code, data, createdAt, readAt }: NoticeRow): Notice {
  const { document, reason, transactionId, amountMinor, positionId, symbol, direction, profitMinor } = data;
  const { device = null, address = null } = data;
  return {
    ...{ id, code, created_at: createdAt.toISOString(), read: readAt ? 1 : 0, link: linkOf(code, data) },
    data: {
      ...{ document: document ?? null, reason: reason ?? null, device, address },
      ...{ transaction_id: transactionId ?? null, amount: amountMinor === undefined ? null : toMajor(amountMinor) },
      ...{ position_id: positionId ?? null, symbol: symbol ?? null, direction: direction ?? null },
      profit: profitMinor === undefined ? null : toMajor(profitMinor),
    },
  };
}

function choicesView(choices: NoticeChoices | null): NoticeChoice[] {
  return noticeCodes
    .filter((code) => noticeCatalogue[code].isListed)
    .map((code) => ({
      ...{ code, topic: noticeCatalogue[code].topic },
      ...{ screen: isTold(choices, code, 'screen') ? 1 : 0, mail: isTold(choices, code, 'mail') ? 1 : 0 },
      fixed: noticeChannels.filter((channel) => !isSwitchable(code, channel)),
    }));
}
