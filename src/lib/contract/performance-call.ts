import * as z from 'zod/mini';
import { call } from './call.ts';
import { getPerformance as endpoint } from './endpoints.ts';
import { instant, ownToken } from './fields.ts';

/** Until now: the last 7 or 30 days, the last 12 months, or all time. */
export const performancePeriods = ['7d', '30d', '12m', 'all'] as const;
export type PerformancePeriod = (typeof performancePeriods)[number];

const curve = z.array(z.object({ time: instant, profit: z.number() }));
const trade = z.object({ symbol: z.string(), profit: z.number() });

/**
 * What the positions closed in a period made. Money is in major units; losses are negative. What cannot be worked out
 * (an average of nothing, a division by zero) is null.
 */
export const performance = z.object({
  profit: z.number(),
  /** Closed positions. Those without profit or loss are neither wins nor losses. */
  trades: z.number(),
  wins: z.number(),
  losses: z.number(),
  /** Wins of all trades, in percent with at most two decimals. */
  win_rate: z.nullable(z.number()),
  won: z.number(),
  lost: z.number(),
  average_win: z.nullable(z.number()),
  average_loss: z.nullable(z.number()),
  /** What was won divided by what was lost, with at most two decimals; null without a loss. */
  profit_factor: z.nullable(z.number()),
  /** How far the closed profit fell from its highest point in the period, which is at least zero. Never negative. */
  drawdown: z.number(),
  best: z.nullable(trade),
  worst: z.nullable(trade),
  /** What the spreads cost, from the middle of both quotes of each position. `profit` has paid it already. */
  spread_cost: z.number(),
  /** Trades whose quotes were not stored, so that `spread_cost` leaves them out. */
  trades_without_quotes: z.number(),
  /** Fees charged to the account in the period. They are not part of `profit`. */
  fees: z.number(),
  /**
   * The closed profit over time, oldest point first: zero at the start of the period or when the position that the
   * account closed first was opened, whichever is later; at most 200 steps; the whole profit now. Empty without a
   * trade.
   */
  curve,
  /**
   * The closed profit and the profit of open positions together, in the same range: zero at its start, and at most 120
   * evenly spaced steps. Past prices are those of candles, and deposits and withdrawals do not count. Instants without
   * a price are left out. Empty without a trade.
   */
  equity: curve,
  /** The most profitable asset first. */
  assets: z.array(
    z.object({
      symbol: z.string(),
      symbolName: z.string(),
      trades: z.number(),
      wins: z.number(),
      profit: z.number(),
    }),
  ),
});
export type PerformanceFacts = z.infer<typeof performance>;

export const getPerformance = call({
  name: 'getPerformance',
  summary:
    'Get the results of the positions closed in a period: profit over time, win rate, averages, costs, and profit by asset.',
  ...endpoint,
  audience: 'customer',
  isBackground: true,
  body: z.object({ token: ownToken, period: z.enum(performancePeriods) }),
  data: performance,
  problems: [],
});
