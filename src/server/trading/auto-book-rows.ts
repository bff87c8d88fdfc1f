import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { AutoBook, AutoDay, BookPosition } from './auto-book.ts';

// Planned each time, for the current size of the table.
const open = statement(
  'auto-book-open',
  `select id, account_id as "accountId", symbol, direction, amount_minor as "amountMinor", leverage,
     open_rate as "openRate", auto, profit_minor as "profitMinor"
   from positions where account_id = any(:accountIds::bigint[]) and closed_at is null`,
  { planned: 'afresh' },
);

const days = statement(
  'auto-book-days',
  `select d.account_id as "accountId", d.begun_at as "begunAt", d.equity_minor as "equityMinor",
     d.open_profit_minor as "openProfitMinor", d.stopped_at as "stoppedAt", (
       select coalesce(sum(p.profit_minor), 0)::bigint from positions p
       where p.account_id = d.account_id and p.auto and p.closed_at >= d.begun_at
     ) as "realisedMinor!"
   from auto_days d where d.account_id = any(:accountIds::bigint[])`,
  { planned: 'afresh' },
);

/**
 * Loads the books of accounts. Whoever decides on them must have locked the accounts before, in an SQL statement of its
 * own.
 */
export async function loadAutoBooks(queries: Queries, accountIds: readonly number[]): Promise<Map<number, AutoBook>> {
  const books = new Map<number, AutoBook>();
  if (accountIds.length === 0) return books;
  for (const id of accountIds) books.set(id, { open: new Map<string, BookPosition>(), day: null, realisedMinor: 0 });
  for (const position of await open.rows(queries, { accountIds })) {
    books.get(position.accountId)?.open.set(position.id, position);
  }
  for (const { accountId, realisedMinor, ...day } of await days.rows(queries, { accountIds })) {
    const book = books.get(accountId);
    if (book) Object.assign(book, { day, realisedMinor });
  }
  return books;
}

const save = statement(
  'auto-days-save',
  `insert into auto_days (account_id, begun_at, equity_minor, open_profit_minor, stopped_at)
   select * from unnest(:accountIds::bigint[], :begunAt::timestamptz[], :equitiesMinor::bigint[],
     :openProfitsMinor::bigint[], :stoppedAt::timestamptz[])
   on conflict (account_id) do update set begun_at = excluded.begun_at, equity_minor = excluded.equity_minor,
     open_profit_minor = excluded.open_profit_minor, stopped_at = excluded.stopped_at`,
);

/** Stores the days of accounts, which the database transaction must have locked. */
export async function saveAutoDays(queries: Queries, begun: ReadonlyMap<number, AutoDay>): Promise<void> {
  const accountsDays = [...begun.values()];
  await save.write(queries, {
    accountIds: [...begun.keys()],
    begunAt: accountsDays.map(({ begunAt }) => begunAt),
    equitiesMinor: accountsDays.map(({ equityMinor }) => equityMinor),
    openProfitsMinor: accountsDays.map(({ openProfitMinor }) => openProfitMinor),
    stoppedAt: accountsDays.map(({ stoppedAt }) => stoppedAt),
  });
}
