/** What the broker may tune about fills; the defaults are the product's. */
export interface TradingLimits {
  /** How far the quote may be from the price that the trader saw, in percent of that price. */
  priceTolerancePercent: number;
  /** An older quote fills nothing. */
  quoteMaxAgeMs: number;
  /** An account with so many open positions opens no other. */
  mostOpenPositions: number;
}

export const defaultTradingLimits: TradingLimits = {
  priceTolerancePercent: 0.5,
  quoteMaxAgeMs: 15_000,
  mostOpenPositions: 500,
};

/** Added to the buy price and taken off the sell price when a position is opened, in percent. */
export const openingSpreadPercent = 0.025;

/** The least that a position may risk, in minor units. */
export const leastAmountMinor = 100;
