import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** A message as its customer sees it. */
export interface PopupRow {
  id: string;
  title: string;
  /** HTML with allow-listed elements only. */
  content: string;
}

export interface NewPopup extends PopupRow {
  /** Null: for every customer. */
  accountId: number | null;
  publishedAt: Date;
}

/** The most popups at a time: more than anybody closes one after the other. The rest comes with the next page. */
const mostAtOnce = 20;

const popupsUnread = statement(
  'popups-unread',
  `select p.id, p.title, p.content from popups p
   where p.withdrawn_at is null and (p.account_id is null or p.account_id = :accountId)
     and not exists (select 1 from popup_reads r where r.account_id = :accountId and r.popup_id = p.id)
   order by p.published_at, p.id limit ${mostAtOnce}`,
);

/** The published messages that an account has not read, oldest first. */
export function loadUnreadPopups(queries: Queries, accountId: number): Promise<PopupRow[]> {
  return popupsUnread.rows(queries, { accountId });
}

const popupRead = statement(
  'popup-read',
  `with popup as (select id from popups where id = :popupId and (account_id is null or account_id = :accountId)),
     marked as (
       insert into popup_reads (account_id, popup_id, read_at) select :accountId, id, :readAt from popup on conflict do nothing
     )
   select id from popup`,
);

/**
 * Records that an account has read a message; only the first time is recorded. False if the message is not for the
 * account, withdrawn or not.
 */
export async function insertPopupRead(
  queries: Queries,
  { accountId, popupId, readAt }: { accountId: number; popupId: string; readAt: Date },
): Promise<boolean> {
  return (await popupRead.first(queries, { accountId, popupId, readAt })) !== null;
}

const popupInsert = statement(
  'popup-insert',
  'insert into popups (id, account_id, title, content, published_at) values (:id, :accountId?, :title, :content, :publishedAt)',
);

export async function insertPopup(queries: Queries, popup: NewPopup): Promise<void> {
  await popupInsert.write(queries, {
    id: popup.id,
    accountId: popup.accountId,
    title: popup.title,
    content: popup.content,
    publishedAt: popup.publishedAt,
  });
}

const popupWithdraw = statement(
  'popup-withdraw',
  `update popups p set withdrawn_at = coalesce(p.withdrawn_at, :withdrawnAt)
   from (select id, withdrawn_at from popups where id = :id for update) was
   where p.id = was.id returning was.withdrawn_at as before`,
);

/**
 * Withdraws a popup. If it was withdrawn before, returns when, and that instant stays; returns null if it was not,
 * undefined if there is no such popup.
 */
export async function updateWithdrawn(
  queries: Queries,
  id: string,
  withdrawnAt: Date,
): Promise<Date | null | undefined> {
  return (await popupWithdraw.first(queries, { id, withdrawnAt }))?.before;
}

/** A message to customers, as an operator sees it. */
export interface ListedPopup {
  id: string;
  /** The customer whom it is for; null: every customer. */
  email: string | null;
  title: string;
  publishedAt: Date;
  /** Since when it is shown to nobody; null if it is not withdrawn. */
  withdrawnAt: Date | null;
  /** How many customers have read it. */
  readBy: number;
}

const operatorPopups = statement(
  'operator-popups',
  `with chosen as (
     select * from popups where not :onlyShown::boolean or withdrawn_at is null order by published_at desc, id desc limit :most
   ), counted as materialized (
     select popup_id, count(*)::int as readers from popup_reads where popup_id in (select id from chosen) group by popup_id
   )
   select p.id::text, a.email, p.title, p.published_at as "publishedAt", p.withdrawn_at as "withdrawnAt",
     coalesce(c.readers, 0) as "readBy"
   from chosen p left join accounts a on a.id = p.account_id left join counted c on c.popup_id = p.id
   order by p.published_at desc, p.id desc`,
);

/**
 * Lists popups, newest first, up to a limit; `onlyShown` leaves out withdrawn ones. Counts the readers of all of them
 * in one pass.
 */
export function listPopups(
  queries: Queries,
  { onlyShown, most }: { onlyShown: boolean; most: number },
): Promise<ListedPopup[]> {
  return operatorPopups.rows(queries, { onlyShown, most });
}
