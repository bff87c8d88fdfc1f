import type { ClosingReason } from '../contract/entities.ts';
import type { Levels } from './levels.ts';
import { terminationRate } from './termination.ts';
import type { TerminationFacts } from './termination.ts';

/** What decides when an open position closes by itself. A protected one is never terminated. */
export interface TriggerFacts extends TerminationFacts, Levels {
  protected: boolean;
}

/** The reasons for which a quote closes a position. */
export type TriggerReason = Extract<ClosingReason, 1 | 2 | 3>;

const stopLossReached: TriggerReason = 1;
const takeProfitReached: TriggerReason = 2;
const lowMargin: TriggerReason = 3;

/**
 * Why a position closes at a closing rate, or null where it stays open: take profit, stop loss, low margin, in this order. A level
 * is reached at its rate and beyond it; low margin at the termination price and beyond.
 */
export function triggeredReason(position: TriggerFacts, rate: number): TriggerReason | null {
  const { direction, takeProfit, stopLoss } = position;
  const gains = (level: number) => (direction === 'buy' ? rate >= level : rate <= level);
  const loses = (level: number) => (direction === 'buy' ? rate <= level : rate >= level);
  if (takeProfit !== null && gains(takeProfit)) return takeProfitReached;
  if (stopLoss !== null && loses(stopLoss)) return stopLossReached;
  return !position.protected && loses(terminationRate(position)) ? lowMargin : null;
}

/** The closing rates between which a position stays open: it closes at `lower` and below it, at `upper` and above it. */
export interface QuietRange {
  /** −Infinity where no rate is low enough. */
  lower: number;
  /** Infinity where none is high enough. */
  upper: number;
}

/** The quiet range of a position: a closing rate within it triggers nothing, any other does. */
export function quietRange(position: TriggerFacts): QuietRange {
  const { direction, takeProfit, stopLoss } = position;
  const nowhere = direction === 'buy' ? -Infinity : Infinity;
  const [stop, termination] = [stopLoss ?? nowhere, position.protected ? nowhere : terminationRate(position)];
  return direction === 'buy'
    ? { lower: Math.max(stop, termination), upper: takeProfit ?? Infinity }
    : { lower: takeProfit ?? -Infinity, upper: Math.min(stop, termination) };
}
