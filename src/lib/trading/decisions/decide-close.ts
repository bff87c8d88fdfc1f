import type { Direction } from '../../contract/entities.ts';
import type { Result } from '../../contract/problem.ts';
import { refuse } from '../../contract/problem.ts';
import { closingRate } from '../fill.ts';
import { isTradable, priceMoved } from '../freshness.ts';
import type { TradingLimits } from '../limits.ts';
import { profitMinor } from '../profit.ts';
import type { Quote } from '../quote.ts';
import { triggeredReason } from '../triggers.ts';
import type { TriggerFacts, TriggerReason } from '../triggers.ts';

/** What the profit of an open position depends on. */
export interface OpenPosition {
  direction: Direction;
  openRate: number;
  amountMinor: number;
  leverage: number;
}

export interface CloseCommand {
  /** The rate that the trader saw: a tolerance, never the fill. */
  price: number;
}

/**
 * Decides the close of an open position at the server's newest quote; `nowMs` by the clock of its `arrivedMs`. The
 * profit is in minor units and never below −amount. Problems, in this order: UNAVAILABLE, PRICE_MOVED.
 */
export function decideClose(
  position: OpenPosition,
  command: CloseCommand,
  quote: Quote | undefined,
  nowMs: number,
  limits: TradingLimits,
): Result<{ closedRate: number; profitMinor: number }> {
  if (!isTradable(quote, nowMs, limits)) return refuse('UNAVAILABLE');
  const { direction, openRate, amountMinor, leverage } = position;
  const closedRate = closingRate(direction, quote);
  if (priceMoved(command.price, closedRate, limits)) return refuse('PRICE_MOVED');
  const profit = profitMinor({ direction, openRate, closeRate: closedRate, amountMinor, leverage });
  return { ok: true, closedRate, profitMinor: profit };
}

export interface TriggeredClose {
  closedRate: number;
  /** Minor units, never below −amount: a gap is cut there. */
  profitMinor: number;
  reason: TriggerReason;
}

/**
 * Decides whether a quote closes an open position by itself. It fills at that very quote, the first at or beyond the level,
 * however old it is by now. Null: the position stays open.
 */
export function decideTrigger(
  position: OpenPosition & TriggerFacts,
  quote: Pick<Quote, 'bid' | 'ask'>,
): TriggeredClose | null {
  const { direction, openRate, amountMinor, leverage } = position;
  const closedRate = closingRate(direction, quote);
  const reason = triggeredReason(position, closedRate);
  if (reason === null) return null;
  const profit = profitMinor({ direction, openRate, closeRate: closedRate, amountMinor, leverage });
  return { closedRate, profitMinor: profit, reason };
}
