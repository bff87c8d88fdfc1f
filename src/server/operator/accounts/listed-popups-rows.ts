import type { Queries } from '../../db/database.ts';

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

/** The newest first, at most so many; `onlyShown`: none that was withdrawn. */
export async function listPopups(
  queries: Queries,
  { onlyShown, most }: { onlyShown: boolean; most: number },
): Promise<ListedPopup[]> {
  const { rows } = await queries.query<ListedPopup>({
    name: 'operator-popups',
    text: `select p.id::text, a.email, p.title, p.published_at as "publishedAt", p.withdrawn_at as "withdrawnAt",
             (select count(*)::int from popup_reads r where r.popup_id = p.id) as "readBy"
           from popups p left join accounts a on a.id = p.account_id
           where not $1::boolean or p.withdrawn_at is null
           order by p.published_at desc, p.id desc limit $2`,
    values: [onlyShown, most],
  });
  return rows;
}
