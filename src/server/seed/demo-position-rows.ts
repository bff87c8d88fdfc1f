import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { OpenPosition } from './demo-positions.ts';

export interface NewOpenPosition extends OpenPosition {
  id: string;
}

const addPositions = statement(
  'demo-positions-insert',
  `insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at, take_profit,
     stop_loss, open_bid, open_ask, open_feed, open_quote_at, open_sequence)
   select t.*, :feed, t.opened_at, 0 from unnest(:ids::uuid[], :accountIds::bigint[], :symbols::text[],
     :directions::text[], :amountsMinor::bigint[], :leverages::int[], :openRates::float8[], :openedAts::timestamptz[],
     :takeProfits::float8[], :stopLosses::float8[], :openBids::float8[], :openAsks::float8[])
     as t (id, account_id, symbol, direction, amount, leverage, open_rate, opened_at, take_profit, stop_loss, bid, ask)`,
);

const setInvested = statement(
  'demo-invested',
  `update accounts set invested_minor = p.invested, open_positions = p.open
   from (select account_id, sum(amount_minor)::bigint as invested, count(*)::int as open from positions
         where closed_at is null group by account_id) p
   where id = :accountId and account_id = id`,
);

/** Inserts open positions and what their account has invested. Opening moves no money, so nothing is posted. */
export async function insertOpenPositions(
  queries: Queries,
  { accountId, feed, positions }: { accountId: number; feed: string; positions: readonly NewOpenPosition[] },
): Promise<void> {
  await addPositions.write(queries, {
    feed,
    ids: positions.map(({ id }) => id),
    accountIds: positions.map(() => accountId),
    symbols: positions.map(({ symbol }) => symbol),
    directions: positions.map(({ direction }) => direction),
    amountsMinor: positions.map(({ amountMinor }) => amountMinor),
    leverages: positions.map(({ leverage }) => leverage),
    openRates: positions.map(({ openRate }) => openRate),
    openedAts: positions.map(({ openedAt }) => openedAt),
    takeProfits: positions.map(({ takeProfit }) => takeProfit),
    stopLosses: positions.map(({ stopLoss }) => stopLoss),
    openBids: positions.map(({ openQuote }) => openQuote.bid),
    openAsks: positions.map(({ openQuote }) => openQuote.ask),
  });
  await setInvested.write(queries, { accountId });
}
