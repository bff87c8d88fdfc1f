import type { AutoLimits } from './auto-limits.ts';

/** Limits of trading that the broker may configure; the defaults are the product's. */
export interface TradingLimits {
  /** The largest difference between the quote and the price that the trader saw, in percent of that price. */
  priceTolerancePercent: number;
  /** An older quote fills nothing. */
  quoteMaxAgeMs: number;
  /** An account with this many open positions cannot open another. */
  mostOpenPositions: number;
  auto: AutoLimits;
}

export const defaultTradingLimits: TradingLimits = {
  priceTolerancePercent: 0.5,
  quoteMaxAgeMs: 15_000,
  mostOpenPositions: 500,
  auto: { maxExposurePercent: 50, dailyStopPercent: 5 },
};

/** In percent: added to the buy price, or taken off the sell price, when a position is opened. */
export const openingSpreadPercent = 0.025;

/** The smallest amount of a position, in minor units. */
export const leastAmountMinor = 100;
