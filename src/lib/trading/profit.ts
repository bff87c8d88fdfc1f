import type { Direction } from '../contract/entities.ts';
import { toDecimal, unitsAt } from '../rate.ts';

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
export function profitMinor(facts: ProfitFacts): number {
  const { product, openUnits } = profitTerms(facts);
  const profit = divideHalfEven(product, openUnits);
  return profit < -BigInt(facts.amountMinor) ? -facts.amountMinor : toSafeNumber(profit);
}

/** What the exact profit is a quotient of: `product` / `openUnits`, in minor units. */
export interface ProfitTerms {
  /** Close − open for a buy, open − close for a sell, in units of 10^−`decimals`. */
  gained: bigint;
  decimals: number;
  /** `gained` × amount × leverage. */
  product: bigint;
  /** The open rate in the same units as `gained`. */
  openUnits: bigint;
}

/** The terms of a profit, without error. */
export function profitTerms({ direction, openRate, closeRate, amountMinor, leverage }: ProfitFacts): ProfitTerms {
  const open = toDecimal(openRate);
  const close = toDecimal(closeRate);
  const decimals = Math.max(open.decimals, close.decimals);
  const openUnits = unitsAt(open, decimals);
  const closeUnits = unitsAt(close, decimals);
  const gained = direction === 'buy' ? closeUnits - openUnits : openUnits - closeUnits;
  return { gained, decimals, product: gained * BigInt(amountMinor) * BigInt(leverage), openUnits };
}

/**
 * The integer nearest to numerator / denominator; of two equally near ones the even one. `denominator` is above zero.
 */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
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
