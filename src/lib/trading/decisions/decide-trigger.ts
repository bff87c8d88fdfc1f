import { closingRate } from '../fill.ts';
import type { OpenPosition } from './decide-close.ts';
import { profitMinor } from '../profit.ts';
import type { Quote } from '../quote.ts';
import { triggeredReason } from '../triggers.ts';
import type { TriggerFacts, TriggerReason } from '../triggers.ts';

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
