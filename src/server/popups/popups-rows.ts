import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** A message as its customer sees it. */
export interface PopupRow {
  id: string;
  title: string;
  /** HTML of the allow-list. */
  content: string;
}

export interface NewPopup extends PopupRow {
  /** Null: for every customer. */
  accountId: number | null;
  publishedAt: Date;
}

/** More than anybody closes one after the other: the rest comes with the next page. */
const mostAtOnce = 20;

const popupsUnread = statement(
  'popups-unread',
  `select p.id, p.title, p.content from popups p
   where p.withdrawn_at is null and (p.account_id is null or p.account_id = :accountId)
     and not exists (select 1 from popup_reads r where r.account_id = :accountId and r.popup_id = p.id)
   order by p.published_at, p.id limit ${mostAtOnce}`,
);

/** What an account has not read of what is published for it, oldest first. */
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

/** Whether it is one of the account's, withdrawn or not. Only the first time is kept. */
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

/** When it was withdrawn before, null where it was not, and undefined where there is no such popup; the first withdrawal counts. */
export async function updateWithdrawn(
  queries: Queries,
  id: string,
  withdrawnAt: Date,
): Promise<Date | null | undefined> {
  return (await popupWithdraw.first(queries, { id, withdrawnAt }))?.before;
}
