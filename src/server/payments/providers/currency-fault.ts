import { currencyDecimals } from '../../../lib/format/amount-text.ts';
import type { ConfigFault } from '../../environment.ts';

/**
 * Why the brand's currency cannot be used, or null. Amounts are hundredths everywhere, also where providers are asked: of a currency
 * without them a hundred times as much would be charged.
 */
export function currencyFault(currency: string): ConfigFault | null {
  if (currencyDecimals(currency) === 2) return null;
  const variable = 'currency in src/brand.ts';
  return { variable, expected: 'a currency of ISO 4217 with two decimals', found: currency };
}
