import type { ParsedAmount } from './parse-amount.ts';
import { parseAmount } from './parse-amount.ts';

/** Both in major units, and both allowed. */
export interface AmountLimits {
  least: number;
  most: number;
}

/**
 * `parseAmount` where only some amounts are allowed. Three digits behind a sign are thousands where the smaller reading is not allowed, be it to say
 * what is wrong with them. Where it is, it stays unclear, whatever the greater one is: who means thousands never sends what is left of them, and
 * limits that move while somebody types never make another amount of the same press.
 */
export function parseAmountWithin(text: string, currency: string, { least, most }: AmountLimits): ParsedAmount {
  const parsed = parseAmount(text, currency);
  if (parsed.ok || parsed.fault !== 'unclear') return parsed;
  const { whole, decimal } = parsed.readings;
  return decimal >= least && decimal <= most ? parsed : { ok: true, amount: whole };
}
