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
 * The profit of a position in minor units: (close − open) × amount × leverage / open for a buy, reversed for a sell.
 * Computed exactly from the decimals of both rates and rounded once, half to even; a loss is capped at the amount
 * (negative balance protection). Throws if a profit is too large for a number to hold exactly.
 */
export function profitMinor(facts: ProfitFacts): number {
  const { product, openUnits } = profitTerms(facts);
  const profit = divideHalfEven(product, openUnits);
  return profit < -BigInt(facts.amountMinor) ? -facts.amountMinor : toSafeNumber(profit);
}

/** The terms of the exact profit, which is `product` / `openUnits` in minor units. */
export interface ProfitTerms {
  /** Close − open for a buy, open − close for a sell, in units of 10^−`decimals`. */
  gained: bigint;
  decimals: number;
  /** `gained` × amount × leverage. */
  product: bigint;
  /** The open rate in the same units as `gained`. */
  openUnits: bigint;
}

/** The exact terms of a profit. */
export function profitTerms({ direction, openRate, closeRate, amountMinor, leverage }: ProfitFacts): ProfitTerms {
  const open = toDecimal(openRate);
  const close = toDecimal(closeRate);
  const decimals = Math.max(open.decimals, close.decimals);
  const openUnits = unitsAt(open, decimals);
  const closeUnits = unitsAt(close, decimals);
  const gained = direction === 'buy' ? closeUnits - openUnits : openUnits - closeUnits;
  return { gained, decimals, product: gained * BigInt(amountMinor) * BigInt(leverage), openUnits };
}

/** The integer nearest to numerator / denominator; halves go to the even one. `denominator` must be above zero. */
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
