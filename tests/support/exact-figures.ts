/** Decimal figures without rounding errors, as integers in units of 10^-12. */

export const one = 10n ** 12n;

/** The figure at the start of a text. */
export function exactFigure(text: string): bigint {
  const [, minus, whole = '', fraction = ''] = /(-?)\D*([\d,]+)(?:\.(\d+))?/.exec(text) ?? [];
  const units = BigInt(whole.replaceAll(',', '') + fraction.padEnd(12, '0'));
  return minus === '-' ? -units : units;
}
