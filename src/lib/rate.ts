/**
 * Rates are doubles. The value of a rate is its shortest decimal form, which JSON and the screen show and from which
 * profit is computed.
 */

const significantDigits = 10;

/** Rounds a rate to 10 significant digits, so that every fill can be shown in full. */
export function roundRate(rate: number): number {
  return Number(rate.toPrecision(significantDigits));
}

/** An exact decimal number: `units` × 10^−`decimals`. */
export interface Decimal {
  units: bigint;
  /** Negative for huge numbers. */
  decimals: number;
}

/** The shortest decimal of a number. Throws if it is not finite. */
export function toDecimal(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { units: BigInt(whole + fraction), decimals: fraction.length - Number(exponent) };
}

/** A decimal's units when it is written with `decimals` decimals, which must not be fewer than its own. */
export function unitsAt(decimal: Decimal, decimals: number): bigint {
  return decimal.units * 10n ** BigInt(decimals - decimal.decimals);
}

/** The number nearest to `units` × 10^−`decimals`. */
export function fromDecimal({ units, decimals }: Decimal): number {
  return Number(`${units}e${-decimals}`);
}
