import type { Direction } from '../contract/entities.ts';
import { toDecimal, unitsAt } from './rate.ts';

export interface ProfitFacts {
  direction: Direction;
  openRate: number;
  closeRate: number;
  amountMinor: number;
  leverage: number;
}

/**
 * Profit of a position in minor units: (close − open) × amount × leverage / open for a buy, reversed for a sell.
 * Computed without error from the decimals of both rates and rounded once, half to even; a loss is cut at the amount
 * (negative balance protection). Throws where a profit is beyond what a number holds exactly.
 */
export function profitMinor({ direction, openRate, closeRate, amountMinor, leverage }: ProfitFacts): number {
  const open = toDecimal(openRate);
  const close = toDecimal(closeRate);
  const decimals = Math.max(open.decimals, close.decimals);
  const openUnits = unitsAt(open, decimals);
  const closeUnits = unitsAt(close, decimals);
  const gained = direction === 'buy' ? closeUnits - openUnits : openUnits - closeUnits;
  const profit = divideHalfEven(gained * BigInt(amountMinor) * BigInt(leverage), openUnits);
  return profit < -BigInt(amountMinor) ? -amountMinor : toSafeNumber(profit);
}

/** The integer nearest to numerator / denominator; of two equally near ones the even one. `denominator` is above zero. */
function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  const twice = rest < 0n ? -2n * rest : 2n * rest;
  const isNearer = twice < denominator || (twice === denominator && quotient % 2n === 0n);
  if (isNearer) return quotient;
  return numerator < 0n ? quotient - 1n : quotient + 1n;
}

function toSafeNumber(minor: bigint): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) throw new RangeError('a profit is out of range');
  return value;
}
