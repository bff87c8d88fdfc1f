/**
 * Rates are doubles. What a rate says is its shortest decimal: what JSON and the screen show, and what profit is made
 * of.
 */

const significantDigits = 10;

/** Rounds a rate to 10 significant digits: every fill is one that can be shown whole. */
export function roundRate(rate: number): number {
  return Number(rate.toPrecision(significantDigits));
}

/** A decimal number without error: `units` × 10^−`decimals`. */
export interface Decimal {
  units: bigint;
  /** May be below zero for huge numbers. */
  decimals: number;
}

/** The shortest decimal of a number. Throws where it is not finite. */
export function toDecimal(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { units: BigInt(whole + fraction), decimals: fraction.length - Number(exponent) };
}

/** The units of a decimal when it is written with more decimals; `decimals` is never less than its own. */
export function unitsAt(decimal: Decimal, decimals: number): bigint {
  return decimal.units * 10n ** BigInt(decimals - decimal.decimals);
}

/** The number nearest to `units` × 10^−`decimals`. */
export function fromDecimal({ units, decimals }: Decimal): number {
  return Number(`${units}e${-decimals}`);
}
