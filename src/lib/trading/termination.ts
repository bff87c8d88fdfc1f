import type { Direction } from '../contract/entities.ts';
import { fromDecimal, toDecimal, unitsAt } from './rate.ts';

export interface TerminationFacts {
  direction: Direction;
  openRate: number;
  leverage: number;
}

/**
 * The termination price: the closing rate at which the loss reaches the amount, 100 / leverage percent from the open
 * rate. Kept to 10 significant digits of the open rate and rounded away from it, so that the profit there is −amount to
 * the cent for every amount. A buy with leverage 1 can only be terminated at zero.
 */
export function terminationRate(facts: TerminationFacts): number {
  return quickRate(facts) ?? exactRate(facts);
}

/**
 * The termination price of a position that ends there before its stop loss is reached, so that the stop loss would never fire; undefined
 * where the stop loss comes first, as it does at the termination price itself.
 */
export function endsBefore(stopLoss: number, facts: TerminationFacts): number | undefined {
  const end = terminationRate(facts);
  const isBeyond = facts.direction === 'buy' ? stopLoss < end : stopLoss > end;
  return isBeyond ? end : undefined;
}

/** Of decimals without error, whatever the rate. */
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
 * The same on plain numbers, five times as fast: a server reads every open position at its start. Null where a number would not be
 * exact: the open rate has more than 10 digits, or none of them is near the point.
 */
function quickRate({ direction, openRate, leverage }: TerminationFacts): number | null {
  const scale = powersOfTen[9 - Math.floor(Math.log10(openRate))];
  if (scale === undefined || !Number.isInteger(leverage) || leverage < 1) return null;
  const units = Math.round(openRate * scale);
  const parts = direction === 'buy' ? units * (leverage - 1) : units * (leverage + 1) + leverage - 1;
  if (units / scale !== openRate || !Number.isSafeInteger(parts)) return null;
  return (parts - (parts % leverage)) / leverage / scale;
}
