import type { ClosingReason, Direction } from '../contract/entities.ts';
import { closingRate } from './quote.ts';
import type { Quote } from './quote.ts';
import { fromDecimal, toDecimal, unitsAt } from '../rate.ts';

/** The rates at which a position closes by itself, as closing rates; null: none. */
export interface Levels {
  takeProfit: number | null;
  stopLoss: number | null;
}

/** Which bound a level violates, and the price that sets it: the closing side of the quote. */
export interface LevelFault {
  bound: 'lowest' | 'highest';
  price: number;
}

export type LevelFaults = Partial<Record<keyof Levels, LevelFault>>;

/**
 * Checks levels against a quote. A buy closes at the bid: its take profit must be above it, its stop loss below. A sell
 * closes at the ask: its take profit must be below it, its stop loss above. A level equal to the price is a fault too,
 * because it would fire at once. Null is always valid.
 */
export function levelFaults(
  direction: Direction,
  { takeProfit, stopLoss }: Levels,
  quote: Pick<Quote, 'bid' | 'ask'>,
): LevelFaults {
  const price = closingRate(direction, quote);
  const [aboveIt, belowIt] = direction === 'buy' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
  const [above, below] =
    direction === 'buy' ? (['takeProfit', 'stopLoss'] as const) : (['stopLoss', 'takeProfit'] as const);
  return {
    ...(aboveIt !== null && aboveIt <= price && { [above]: { bound: 'lowest', price } }),
    ...(belowIt !== null && belowIt >= price && { [below]: { bound: 'highest', price } }),
  };
}

export interface TerminationFacts {
  direction: Direction;
  openRate: number;
  leverage: number;
}

/**
 * The termination price: the closing rate at which the loss reaches the amount, 100 / leverage percent from the open
 * rate. Its last decimal is that of the open rate's 10th significant digit (or of the open rate, if it has more
 * digits), and it is rounded away from the open rate, so that the profit there is −amount to the cent for every amount.
 * A buy with leverage 1 can only be terminated at zero.
 */
export function terminationRate(facts: TerminationFacts): number {
  return quickRate(facts) ?? exactRate(facts);
}

/**
 * The termination price if a position would reach it before its stop loss, which then never fires. Undefined if the
 * stop loss comes first or is equal to the termination price.
 */
export function endsBefore(stopLoss: number, facts: TerminationFacts): number | undefined {
  const end = terminationRate(facts);
  const isBeyond = facts.direction === 'buy' ? stopLoss < end : stopLoss > end;
  return isBeyond ? end : undefined;
}

/** Exact for every rate, by decimal arithmetic. */
function exactRate({ direction, openRate, leverage }: TerminationFacts): number {
  const open = toDecimal(openRate);
  const decimals = Math.max(open.decimals, 9 - Math.floor(Math.log10(openRate)));
  const openUnits = unitsAt(open, decimals);
  const parts = BigInt(leverage);
  const units =
    direction === 'buy' ? (openUnits * (parts - 1n)) / parts : (openUnits * (parts + 1n) + parts - 1n) / parts;
  return fromDecimal({ units, decimals });
}

const powersOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Like `exactRate`, but with plain numbers and five times as fast: a starting server computes it for every open
 * position. Null if a number would not be exact: the open rate has more than 10 digits, is below 1e-13, or is at least
 * 1e10.
 */
function quickRate({ direction, openRate, leverage }: TerminationFacts): number | null {
  const scale = powersOfTen[9 - Math.floor(Math.log10(openRate))];
  if (scale === undefined || !Number.isInteger(leverage) || leverage < 1) return null;
  const units = Math.round(openRate * scale);
  const parts = direction === 'buy' ? units * (leverage - 1) : units * (leverage + 1) + leverage - 1;
  if (units / scale !== openRate || !Number.isSafeInteger(parts)) return null;
  return (parts - (parts % leverage)) / leverage / scale;
}

/** The facts that decide when an open position closes by itself. A protected one is never terminated. */
export interface TriggerFacts extends TerminationFacts, Levels {
  protected: boolean;
}

/** The reasons for which a quote closes a position. */
export type TriggerReason = Extract<ClosingReason, 1 | 2 | 3>;

const stopLossReached: TriggerReason = 1;
const takeProfitReached: TriggerReason = 2;
const lowMargin: TriggerReason = 3;

/**
 * Why a position closes at a closing rate, or null if it stays open. Checked in this order: take profit, stop loss, low
 * margin. Each is reached at or beyond its own rate; for low margin, that is the termination price.
 */
export function triggeredReason(position: TriggerFacts, rate: number): TriggerReason | null {
  const { direction, takeProfit, stopLoss } = position;
  const gains = (level: number) => (direction === 'buy' ? rate >= level : rate <= level);
  const loses = (level: number) => (direction === 'buy' ? rate <= level : rate >= level);
  if (takeProfit !== null && gains(takeProfit)) return takeProfitReached;
  if (stopLoss !== null && loses(stopLoss)) return stopLossReached;
  return !position.protected && loses(terminationRate(position)) ? lowMargin : null;
}

/** The closing rates between which a position stays open: it closes at or below `lower`, and at or above `upper`. */
export interface QuietRange {
  /** −Infinity if no rate is low enough to close it. */
  lower: number;
  /** Infinity if no rate is high enough to close it. */
  upper: number;
}

/**
 * The quiet range of a position: no closing rate inside it triggers anything, and every other one closes the position.
 */
export function quietRange(position: TriggerFacts): QuietRange {
  const { direction, takeProfit, stopLoss } = position;
  const nowhere = direction === 'buy' ? -Infinity : Infinity;
  const [stop, termination] = [stopLoss ?? nowhere, position.protected ? nowhere : terminationRate(position)];
  return direction === 'buy'
    ? { lower: Math.max(stop, termination), upper: takeProfit ?? Infinity }
    : { lower: takeProfit ?? -Infinity, upper: Math.min(stop, termination) };
}
