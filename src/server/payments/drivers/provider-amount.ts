/** How a provider writes amounts: as whole minor units, or as major units with a point. */
export type AmountUnit = 'minor' | 'major';

/** An amount of minor units as the provider writes it: `25000` or `250.00`. */
export function writeAmount(minor: number, unit: AmountUnit): string {
  if (unit === 'minor') return String(minor);
  return `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

const written = { minor: /^\d{1,15}$/, major: /^(\d{1,13})(?:\.(\d{1,2})0*)?$/ } as const;

/** Minor units; null for what is no amount of the unit. Nothing is rounded: a third decimal that counts is no amount. */
export function readAmount(text: string, unit: AmountUnit): number | null {
  const parts = written[unit].exec(text);
  if (!parts) return null;
  const minor = unit === 'minor' ? Number(text) : Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}
