import * as z from 'zod/mini';
import { call } from '../call.ts';
import { flag, instant, ownToken } from '../fields.ts';
import * as endpoints from './auto-trading-endpoints.ts';

/** The rule of auto trading, and what came of it. */

/**
 * The rule by which auto trading trades. `version` names all of it. `resolution`: of the candles whose closes it
 * averages, over the last `fast` and the last `slow` of them.
 */
export const autoRule = z.object({
  version: z.string(),
  resolution: z.string(),
  fast: z.number(),
  slow: z.number(),
  /** The most of the free margin that one position uses, in percent. */
  free_margin_percent: z.number(),
  /** The most that its open positions may be worth together, in percent of the equity. */
  exposure_percent: z.number(),
  /** The loss of a UTC day, in percent of the equity at its start, that stops it until midnight. */
  daily_stop_percent: z.number(),
});

export const autoTradingDetails = z.object({
  rule: autoRule,
  /** When the customer agreed to this version of the rule; null: not yet. */
  consented_at: z.nullable(instant),
  /** 1: its loss has stopped it until midnight UTC. */
  stopped: flag,
  /** The result since it first acted today, open positions included; null if it has not, or lacks a price. */
  today: z.nullable(z.number()),
  /** The result of all its positions, open ones included. */
  total: z.number(),
  open_positions: z.number(),
  /** Amount × leverage of its open positions. */
  exposure: z.number(),
  most_exposure: z.number(),
});
export type AutoTradingDetails = z.infer<typeof autoTradingDetails>;

export const getAutoTrading = call({
  name: 'getAutoTrading',
  summary: 'Get the auto trading rule, whether the customer has agreed to it, and its result at the latest prices.',
  ...endpoints.getAutoTrading,
  audience: 'customer',
  isBackground: true,
  body: z.object({ token: ownToken }),
  data: autoTradingDetails,
  problems: [],
});

export const autoTradingCalls = [getAutoTrading] as const;
