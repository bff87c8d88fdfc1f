import type { AssetTrades, CurveStep, ExposureChange, Instants } from '../../lib/trading/performance.ts';
import { mostCurveSteps } from '../../lib/trading/performance.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** Closed positions of an account, by asset and in the order of their closing. Money is in minor units. */
export interface ClosedTrades {
  assets: AssetTrades[];
  /** At most `mostCurveSteps`, oldest first, each of about as many positions as any other. */
  steps: CurveStep[];
  /** The furthest fall of the sum of profits below its highest point so far, which is at least zero. */
  drawdownMinor: number;
  /** What the spreads cost: the distances of both fills from the middle of their quotes. */
  spreadMinor: number;
  /** Positions whose quotes were not stored; what their spreads cost is not known. */
  withoutQuotes: number;
}

// One SQL statement, so that both groupings are of the same positions. The frames are rows, which are cheaper than the
// default: no two positions are at the same point of the order.
export const closedTrades = statement(
  'performance-trades',
  `with closed as (
     select id, symbol, profit_minor, closed_at, ntile(:steps::int) over (order by closed_at, id) as step,
       sum(profit_minor) over (order by closed_at, id rows unbounded preceding)::bigint as total,
       round(amount_minor * leverage / open_rate * case direction when 'buy' then 1 else -1 end
         * (open_rate - (open_bid + open_ask) / 2 + (closed_bid + closed_ask) / 2 - closed_rate))::bigint as spread
     from positions
     where account_id = :accountId and closed_at is not null and (:since?::timestamptz is null or closed_at >= :since?)
   ), fallen as (
     select *, greatest(0, max(total) over (order by closed_at, id rows unbounded preceding)) - total as fall from closed
   )
   select symbol, step, count(*) as "trades!", max(closed_at) as "closedAt!", max(fall) as "fallMinor!",
     count(*) filter (where profit_minor > 0) as "wins!", count(*) filter (where profit_minor < 0) as "losses!",
     coalesce(sum(profit_minor) filter (where profit_minor > 0), 0)::bigint as "wonMinor!",
     coalesce(sum(profit_minor) filter (where profit_minor < 0), 0)::bigint as "lostMinor!",
     max(profit_minor) as "bestMinor!", min(profit_minor) as "worstMinor!",
     coalesce(sum(spread), 0)::bigint as "spreadMinor!", count(*) filter (where spread is null) as "withoutQuotes!"
   from fallen group by grouping sets ((symbol), (step)) order by step`,
  { planned: 'afresh' },
);

/** Sums up the positions of an account that were closed since an instant; null: all. */
export async function loadClosedTrades(
  queries: Queries,
  { accountId, since }: { accountId: number; since: Date | null },
): Promise<ClosedTrades> {
  const rows = await closedTrades.rows(queries, { accountId, since, steps: mostCurveSteps });
  const found: ClosedTrades = { assets: [], steps: [], drawdownMinor: 0, spreadMinor: 0, withoutQuotes: 0 };
  for (const { symbol, closedAt, fallMinor, spreadMinor, withoutQuotes, ...sums } of rows) {
    if (symbol === null) {
      found.steps.push({ closedAtMs: closedAt.getTime(), profitMinor: sums.wonMinor + sums.lostMinor });
      continue;
    }
    found.assets.push({ symbol, ...sums });
    found.drawdownMinor = Math.max(found.drawdownMinor, fallMinor);
    found.spreadMinor += spreadMinor;
    found.withoutQuotes += withoutQuotes;
  }
  return found;
}

const besideTrades = statement(
  'performance-beside',
  `select
     (select opened_at from positions where account_id = :accountId and closed_at is not null
      order by closed_at nulls first limit 1) as "firstOpenedAt",
     (select coalesce(-sum(amount_minor), 0)::bigint from transactions
      where account_id = :accountId and type_id = ${typeIds.withdrawalFee} and status = 'approved'
        and (:since?::timestamptz is null or created_at >= :since?)) as "feesMinor!"`,
  { planned: 'afresh' },
);

/**
 * When the position that an account closed first was opened (null: none was closed), and what it was charged in fees
 * since an instant (null: at all), in minor units.
 */
export async function loadBesideTrades(
  queries: Queries,
  wanted: { accountId: number; since: Date | null },
): Promise<{ firstOpenedAt: Date | null; feesMinor: number }> {
  return (await besideTrades.first(queries, wanted)) ?? { firstOpenedAt: null, feesMinor: 0 };
}

// A sell is closed at the ask. Its distance from the bid is taken to be that of the opening quote.
const exposureChanges = statement(
  'performance-exposure',
  `with held as (
     select symbol, case direction when 'buy' then 1 else -1 end as side, amount_minor * leverage as exposure,
       amount_minor * leverage / open_rate as units, profit_minor, opened_at, closed_at,
       case direction when 'sell' then coalesce(open_ask - open_bid, 0) else 0 end as spread
     from positions
     where account_id = :accountId and (closed_at is null or closed_at >= to_timestamp(:fromMs::float8 / 1000))
   ), changes as (
     select symbol, opened_at as at, 1 as sign, side, exposure, units, spread, 0 as closed from held
     union all
     select symbol, closed_at, -1, side, exposure, units, spread, profit_minor from held where closed_at is not null
   )
   select symbol as "symbol!",
     greatest(0, ceil((extract(epoch from at)::float8 * 1000 - :fromMs) / :stepMs::float8))::int as "instant!",
     sum(sign * side * units)::float8 as "units!",
     sum(-sign * (side * exposure + units * spread))::float8 as "constantMinor!", sum(closed)::bigint as "closedMinor!"
   from changes group by 1, 2 order by 2, 1`,
  { planned: 'afresh' },
);

/** How an account's positions changed between instants. What was closed before the first is left out. */
export async function loadExposureChanges(
  queries: Queries,
  { accountId, fromMs, stepMs }: { accountId: number } & Pick<Instants, 'fromMs' | 'stepMs'>,
): Promise<ExposureChange[]> {
  return exposureChanges.rows(queries, { accountId, fromMs, stepMs });
}
