import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

/** A message to customers, as an operator sees it. */
export interface ListedPopup {
  id: string;
  /** Whom it is for; null: every customer. */
  email: string | null;
  title: string;
  publishedAt: Date;
  /** From then on nobody is shown it. */
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

/** The newest first, at most so many; `onlyShown`: none that was withdrawn. However many they are, their readers are counted in one pass. */
export function listPopups(
  queries: Queries,
  { onlyShown, most }: { onlyShown: boolean; most: number },
): Promise<ListedPopup[]> {
  return operatorPopups.rows(queries, { onlyShown, most });
}
