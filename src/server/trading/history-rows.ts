import type { ClosingReason } from '../../lib/contract/entities.ts';
import type { HistorySort } from '../../lib/contract/fields.ts';
import type { Queries } from '../db/database.ts';
import { statements } from '../db/statement.ts';
import type { PositionRow } from './position-rows.ts';
import { positionColumns } from './position-rows.ts';

/** Which closed positions of an account to return; `page` counts from 1. */
export interface HistoryRequest {
  accountId: number;
  sort: HistorySort;
  order: 'asc' | 'desc';
  page: number;
  limit: number;
  symbol?: string | undefined;
  reason?: ClosingReason | undefined;
  /** The first and the last day of closing: ISO 8601 dates in UTC. */
  from?: string | undefined;
  until?: string | undefined;
}

export interface HistoryPage {
  rows: PositionRow[];
  /** The number of positions on all pages together. */
  total: number;
}

/** Texts are compared by code point, so every database sorts them in the same order. */
const sortColumns: Record<HistorySort, string> = {
  close_date: 'closed_at',
  open_date: 'opened_at',
  symbol: 'symbol collate "C"',
  direction: 'direction collate "C"',
  amount: 'amount_minor',
  leverage: 'leverage',
  open_rate: 'open_rate',
  closed_rate: 'closed_rate',
  profit: 'profit_minor',
  closingReason: 'closing_reason',
};

// These columns are never null here, but "nulls first/last" must match the index, or PostgreSQL would not use it.
const orders = { asc: { by: 'asc nulls first', id: 'asc' }, desc: { by: 'desc nulls last', id: 'desc' } } as const;

type HistoryOrder = `${HistorySort} ${HistoryRequest['order']}`;

/** The conditions that a request leaves out are constants once it is planned, and cost nothing. */
const conditions = `account_id = :accountId and closed_at is not null
  and (:symbol?::text is null or symbol = :symbol?::text)
  and (:reason?::int is null or closing_reason = :reason?::int)
  and (:since?::timestamptz is null or closed_at >= :since?::timestamptz)
  and (:before?::timestamptz is null or closed_at < :before?::timestamptz)`;

function historyText(sort: HistorySort, order: HistoryRequest['order']): string {
  const { by, id } = orders[order];
  return `
    select h.total, ${positionColumns}
    from (select count(*) as total from positions where ${conditions}) h
    left join lateral (
      select * from positions where ${conditions}
      order by ${sortColumns[sort]} ${by}, id ${id} limit :limit offset :offset
    ) p on true`;
}

const texts = (Object.keys(sortColumns) as HistorySort[]).flatMap((sort) => [
  [`${sort} asc`, historyText(sort, 'asc')],
  [`${sort} desc`, historyText(sort, 'desc')],
]);

/**
 * One SQL statement for each order. Each reads a page and the total at the same moment. Ties are ordered by id, so no
 * row appears on two pages.
 */
export const historyStatements = statements('history', Object.fromEntries(texts) as Record<HistoryOrder, string>, {
  planned: 'afresh',
});

const dayMs = 24 * 60 * 60 * 1000;

/** Loads a page of an account's closed positions. A page beyond the last one is empty. */
export async function loadHistory(
  queries: Queries,
  { accountId, page, limit, sort, order, symbol, reason, from, until }: HistoryRequest,
): Promise<HistoryPage> {
  const since = from === undefined ? null : new Date(from);
  const before = until === undefined ? null : new Date(Date.parse(until) + dayMs);
  const chosen = { symbol: symbol ?? null, reason: reason ?? null, since, before };
  const request = { accountId, limit, offset: (page - 1) * limit, ...chosen };
  const rows = await historyStatements[`${sort} ${order}`].rows(queries, request);
  const positions = rows.flatMap(({ total: _total, ...position }) => (position.id === null ? [] : [position]));
  return { rows: positions, total: rows[0]?.total ?? 0 };
}
