/** Figures as they are written, without error: whole numbers of 10^-12. */

export const one = 10n ** 12n;

/** The figure that a text begins with. */
export function exactFigure(text: string): bigint {
  const [, minus, whole = '', fraction = ''] = /(-?)\D*([\d,]+)(?:\.(\d+))?/.exec(text) ?? [];
  const units = BigInt(whole.replaceAll(',', '') + fraction.padEnd(12, '0'));
  return minus === '-' ? -units : units;
}
