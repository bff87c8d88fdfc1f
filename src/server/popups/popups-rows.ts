import type { Queries } from '../db/database.ts';

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

/** What an account has not read of what is published for it, oldest first. */
export async function loadUnreadPopups(queries: Queries, accountId: number): Promise<PopupRow[]> {
  const { rows } = await queries.query<PopupRow>({
    name: 'popups-unread',
    text: `
      select p.id, p.title, p.content from popups p
      where p.withdrawn_at is null and (p.account_id is null or p.account_id = $1)
        and not exists (select 1 from popup_reads r where r.account_id = $1 and r.popup_id = p.id)
      order by p.published_at, p.id limit ${mostAtOnce}`,
    values: [accountId],
  });
  return rows;
}

/** Whether it is one of the account's, withdrawn or not. Only the first time is kept. */
export async function insertPopupRead(
  queries: Queries,
  { accountId, popupId, readAt }: { accountId: number; popupId: string; readAt: Date },
): Promise<boolean> {
  const { rows } = await queries.query<{ id: string }>({
    name: 'popup-read',
    text: `
      with popup as (select id from popups where id = $2 and (account_id is null or account_id = $1)),
        marked as (
          insert into popup_reads (account_id, popup_id, read_at) select $1, id, $3 from popup on conflict do nothing
        )
      select id from popup`,
    values: [accountId, popupId, readAt],
  });
  return rows.length > 0;
}

export async function insertPopup(queries: Queries, popup: NewPopup): Promise<void> {
  await queries.query({
    name: 'popup-insert',
    text: 'insert into popups (id, account_id, title, content, published_at) values ($1, $2, $3, $4, $5)',
    values: [popup.id, popup.accountId, popup.title, popup.content, popup.publishedAt],
  });
}

/** When it was withdrawn before, null where it was not, and undefined where there is no such popup; the first withdrawal counts. */
export async function updateWithdrawn(
  queries: Queries,
  id: string,
  withdrawnAt: Date,
): Promise<Date | null | undefined> {
  const { rows } = await queries.query<{ before: Date | null }>({
    name: 'popup-withdraw',
    text: `
      update popups p set withdrawn_at = coalesce(p.withdrawn_at, $2)
      from (select id, withdrawn_at from popups where id = $1 for update) was
      where p.id = was.id returning was.withdrawn_at as before`,
    values: [id, withdrawnAt],
  });
  return rows[0]?.before;
}
