import type { NoticeChannel, NoticeChoices, NoticeCode } from '../../lib/notices/notice-catalogue.ts';
import type { StoredNoticeData } from '../../lib/notices/stored-notice.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** A notice to write. */
export interface NewNotice {
  id: string;
  accountId: number;
  code: NoticeCode;
  data: StoredNoticeData;
  createdAt: Date;
  onScreen: boolean;
  /** When the mail that gathers closed positions is due; null: there is none. */
  mailDueAt: Date | null;
}

/** SQL that inserts notices, as a member of a `with` list. Its parameters come from `noticeValues`. */
export const noticeInserts = `
  recorded_notices as (
    insert into notices (id, account_id, code, data, created_at, on_screen, mail_due_at)
    select * from unnest(:noticeIds::uuid[], :noticeAccountIds::bigint[], :noticeCodes::text[], :noticeData::jsonb[],
      :noticedAt::timestamptz[], :noticesOnScreen::boolean[], :noticeMailsDueAt::timestamptz[])
  )`;

/** The parameters of `noticeInserts`. */
export function noticeValues(notices: readonly NewNotice[]) {
  return {
    noticeIds: notices.map(({ id }) => id),
    noticeAccountIds: notices.map(({ accountId }) => accountId),
    noticeCodes: notices.map(({ code }) => code),
    noticeData: notices.map(({ data }) => JSON.stringify(data)),
    noticedAt: notices.map(({ createdAt }) => createdAt),
    noticesOnScreen: notices.map(({ onScreen }) => onScreen),
    noticeMailsDueAt: notices.map(({ mailDueAt }) => mailDueAt),
  };
}

const insert = statement('notices-insert', `with ${noticeInserts} select 1 as done`);

export async function insertNotices(queries: Queries, notices: readonly NewNotice[]): Promise<void> {
  await insert.first(queries, noticeValues(notices));
}

/** Who is told, and how. */
export interface ToldCustomer {
  id: number;
  email: string;
  firstName: string;
  /** The language of the last sign-in; null if that is not known. */
  language: string | null;
  choices: NoticeChoices | null;
}

const customers = statement(
  'notice-customers',
  `select id, email, first_name as "firstName", language, notice_choices as choices
   from accounts where id = any(:accountIds::bigint[])`,
);

export function loadToldCustomers(queries: Queries, accountIds: readonly number[]): Promise<ToldCustomer[]> {
  return customers.rows(queries, { accountIds });
}

export async function loadToldCustomer(queries: Queries, accountId: number): Promise<ToldCustomer | null> {
  return (await loadToldCustomers(queries, [accountId]))[0] ?? null;
}

/** A notice as it is shown. */
export interface NoticeRow {
  id: string;
  code: NoticeCode;
  data: StoredNoticeData;
  createdAt: Date;
  readAt: Date | null;
}

const list = statement(
  'notices-list',
  `select id::text, code, data, created_at as "createdAt", read_at as "readAt" from notices
   where account_id = :accountId and on_screen and (:before?::uuid is null or (created_at, id) < (
     select created_at, id from notices where account_id = :accountId and id = :before?::uuid))
   order by created_at desc, id desc limit :most`,
);

/** The notices of an account, newest first: those older than `before`, or the newest of all. */
export function loadNotices(
  queries: Queries,
  { accountId, before, most }: { accountId: number; before: string | null; most: number },
): Promise<NoticeRow[]> {
  return list.rows(queries, { accountId, before, most });
}

/** An unread notice counts while it is among this many newest ones; beyond that nobody looks. */
const mostCounted = 200;
/** The highest count. */
const mostUnread = 100;

const unread = statement(
  'notices-unread',
  `select a.id as "accountId!", least(count(*), ${mostUnread})::int as "unread!"
   from unnest(:accountIds::bigint[]) as a (id)
   join lateral (
     select read_at from notices where account_id = a.id and on_screen order by created_at desc, id desc limit ${mostCounted}
   ) n on n.read_at is null
   group by a.id`,
);

/** The number of unread notices of each account that has any. */
export async function countUnread(queries: Queries, accountIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await unread.rows(queries, { accountIds });
  return new Map(rows.map(({ accountId, unread: count }) => [accountId, count]));
}

const read = statement(
  'notice-read',
  `with own as (select created_at, id, read_at from notices where account_id = :accountId and id = :id),
     marked as (
       update notices n set read_at = :readAt from own
       where n.account_id = :accountId and n.created_at = own.created_at and n.id = own.id and own.read_at is null
     )
   select 1 from own`,
);

/** Marks a notice read; false if the account has none with this id. */
export async function markRead(
  queries: Queries,
  { accountId, id, readAt }: { accountId: number; id: string; readAt: Date },
): Promise<boolean> {
  return (await read.first(queries, { accountId, id, readAt })) !== null;
}

const readAll = statement(
  'notices-read-all',
  `update notices set read_at = :readAt
   where account_id = :accountId and read_at is null and created_at <= :readAt and (:until?::uuid is null
     or (created_at, id) <= (select created_at, id from notices where account_id = :accountId and id = :until?::uuid))`,
);

/** Marks the notices of an account read that came until `readAt`, or until the one with the id `until`. */
export async function markAllRead(
  queries: Queries,
  { accountId, until, readAt }: { accountId: number; until: string | null; readAt: Date },
): Promise<void> {
  await readAll.write(queries, { accountId, until, readAt });
}

const choose = statement(
  'notice-choose',
  `update accounts set notice_choices = jsonb_set(coalesce(notice_choices, '{}'),
     array[:code::text], coalesce(notice_choices -> :code::text, '{}') || jsonb_build_object(:channel::text, :isOn::boolean))
   where id = :accountId returning notice_choices as "choices!"`,
);

/** Switches a channel of an event; returns all choices. */
export async function updateNoticeChoice(
  queries: Queries,
  choice: { accountId: number; code: NoticeCode; channel: NoticeChannel; isOn: boolean },
): Promise<NoticeChoices> {
  const { accountId, code, channel, isOn } = choice;
  const changed = await choose.first(queries, { accountId, code, channel, isOn });
  if (!changed) throw new Error(`There is no account ${accountId}`);
  return changed.choices;
}

const language = statement(
  'account-set-language',
  'update accounts set language = :language where id = :accountId and language is distinct from :language',
);

/** Keeps the language of the customer's mails. */
export async function updateLanguage(queries: Queries, accountId: number, spoken: string): Promise<void> {
  await language.write(queries, { accountId, language: spoken });
}

const claim = statement(
  'notice-mails-claim',
  `with due as (
     select account_id from notices where mail_due_at <= :now order by mail_due_at limit 1
   ), gathered as (
     update notices n set mail_due_at = null from due
     where n.account_id = due.account_id and n.mail_due_at is not null
     returning n.account_id, n.id, n.code, n.data, n.created_at
   )
   select account_id as "accountId", code, data, created_at as "createdAt" from gathered order by created_at, id`,
);

export interface GatheredNotice {
  accountId: number;
  code: NoticeCode;
  data: StoredNoticeData;
  createdAt: Date;
}

/** Takes all notices out of the queue of mails that belong to the account that has waited longest; oldest first. */
export function claimNoticeMails(queries: Queries, now: Date): Promise<GatheredNotice[]> {
  return claim.rows(queries, { now });
}

const prune = statement(
  'notices-delete-old',
  `delete from notices where ctid in (
     select ctid from notices where created_at <= :writtenAt limit :limit)`,
);

/** Deletes notices that were written at `writtenAt` or before, at most `limit`; returns how many. */
export function deleteNotices(queries: Queries, old: { writtenAt: Date; limit: number }): Promise<number> {
  return prune.write(queries, { writtenAt: old.writtenAt, limit: old.limit });
}
