import type { PriceMap } from '../contract/entities.ts';

/** The currencies of the table, in display order. */
export const crossCurrencies = ['EUR', 'USD', 'JPY', 'GBP', 'CHF', 'AUD', 'CAD', 'NZD'] as const;

/** Quoted in a pair with each of the other currencies. */
const pivot = 'USD';

/**
 * What one unit of each currency (row) is worth in each of the others (column), as mid rates. A pair quoted in either
 * order gives its own rate; all others are computed through the dollar. Null if a pair that is needed has no price now;
 * 1 on the diagonal.
 */
export function crossRates(prices: PriceMap, currencies: readonly string[] = crossCurrencies): (number | null)[][] {
  return currencies.map((base) => currencies.map((quoted) => crossRate(prices, base, quoted)));
}

function crossRate(prices: PriceMap, base: string, quoted: string): number | null {
  if (base === quoted) return 1;
  const direct = pairRate(prices, base, quoted);
  if (direct !== null) return direct;
  const toPivot = pairRate(prices, base, pivot);
  const fromPivot = pairRate(prices, pivot, quoted);
  return toPivot === null || fromPivot === null ? null : toPivot * fromPivot;
}

/** The mid of `EURUSD`, or 1 divided by the mid of `USDEUR`. */
function pairRate(prices: PriceMap, base: string, quoted: string): number | null {
  const mid = midOf(prices[base + quoted]);
  if (mid !== null) return mid;
  const inverse = midOf(prices[quoted + base]);
  return inverse === null ? null : 1 / inverse;
}

function midOf(price: PriceMap[string] | undefined): number | null {
  return price && price.buy > 0 && price.sell > 0 ? (price.buy + price.sell) / 2 : null;
}

/** How many decimals a cross rate is shown with: 178.112, 1.16842, 0.0056142. */
export function crossRateDecimals(rate: number): number {
  if (rate >= 20) return 3;
  return rate >= 0.1 ? 5 : 7;
}
