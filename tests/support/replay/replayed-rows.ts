import type { Queries } from '../../../src/server/db/database.ts';
import type { NaiveQuote } from './naive-market.ts';

/** The content of the product's database at the end of a replay, in the terms of the naive model. */
export interface ReplayedPosition {
  id: string;
  openRate: number;
  openQuote: NaiveQuote;
  close: ReplayedClose | null;
}

export interface ReplayedClose {
  reason: number;
  rate: number;
  profitMinor: number;
  quote: NaiveQuote;
}

interface Row {
  id: string;
  openRate: number;
  openBid: number;
  openAsk: number;
  openQuoteAt: Date;
  openSequence: number;
  reason: number | null;
  rate: number | null;
  profitMinor: number | null;
  closedBid: number | null;
  closedAsk: number | null;
  closedQuoteAt: Date | null;
  closedSequence: number | null;
}

const statement = `
  select id, open_rate as "openRate", open_bid as "openBid", open_ask as "openAsk", open_quote_at as "openQuoteAt",
    open_sequence as "openSequence", closing_reason as reason, closed_rate as rate, profit_minor as "profitMinor",
    closed_bid as "closedBid", closed_ask as "closedAsk", closed_quote_at as "closedQuoteAt",
    closed_sequence as "closedSequence"
  from positions`;

/** All positions, keyed by their numbers in `ids`. Throws if a position is not in `ids`. */
export async function loadReplayed(
  queries: Queries,
  ids: ReadonlyMap<number, string>,
): Promise<Map<number, ReplayedPosition>> {
  const numbers = new Map([...ids].map(([position, id]) => [id, position]));
  const { rows } = await queries.query<Row>(statement);
  const replayed = rows.map((row): [number, ReplayedPosition] => {
    const position = numbers.get(row.id);
    if (position === undefined) throw new Error(`No act opened position ${row.id}`);
    return [position, replayedOf(row)];
  });
  return new Map(replayed.sort(([a], [b]) => a - b));
}

function replayedOf(row: Row): ReplayedPosition {
  const { id, openRate, openBid: bid, openAsk: ask, openQuoteAt, openSequence: sequence } = row;
  return { id, openRate, openQuote: { bid, ask, timeMs: openQuoteAt.getTime(), sequence }, close: closeOf(row) };
}

function closeOf(row: Row): ReplayedClose | null {
  const { reason, rate, profitMinor, closedBid: bid, closedAsk: ask, closedQuoteAt, closedSequence: sequence } = row;
  if (reason === null || rate === null || profitMinor === null) return null;
  if (bid === null || ask === null || closedQuoteAt === null || sequence === null) {
    throw new Error(`${row.id} was closed without a quote`);
  }
  return { reason, rate, profitMinor, quote: { bid, ask, timeMs: closedQuoteAt.getTime(), sequence } };
}

/** Balance and invested of each account, in the order of the ids. */
export async function loadSums(
  queries: Queries,
  accountIds: readonly number[],
): Promise<{ balanceMinor: number; investedMinor: number }[]> {
  const { rows } = await queries.query<{ balanceMinor: number; investedMinor: number }>(
    `select balance_minor as "balanceMinor", invested_minor as "investedMinor"
     from accounts where id = any($1::bigint[]) order by id`,
    [accountIds],
  );
  return rows;
}
