/**
 * The pip of an asset, the unit in which spreads of currency pairs are stated: 0.01 if the yen is the quote currency
 * (USDJPY), otherwise 0.0001. Null for assets of other categories, which have none.
 */
export function pipSize({ symbol, category }: { symbol: string; category: string }): number | null {
  if (category !== 'forex') return null;
  return symbol.toUpperCase().endsWith('JPY') ? 0.01 : 0.0001;
}

/** The distance between two rates in pips, rounded to a tenth of a pip. */
export function pipsBetween({ bid, ask }: { bid: number; ask: number }, pip: number): number {
  // Rounded twice: 1.1002 − 1.1 is a little more than 0.0002.
  return Math.round(Number(((ask - bid) / pip).toFixed(6)) * 10) / 10;
}
