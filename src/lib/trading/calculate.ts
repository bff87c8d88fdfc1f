import { toMinor } from '../money.ts';
import { profitMinor } from './profit.ts';

/** The leverages that the calculator compares. */
export const calculatorLeverages = [1, 3, 5, 10, 15, 20, 30] as const;

/** What an amount gains or loses at one leverage when the price moves; money in minor units. */
export interface CalculatorRow {
  leverage: number;
  /** How far the price moves until the loss reaches the amount, in percent with one decimal. */
  terminationPercent: number;
  /** Amount × leverage. */
  exposureMinor: number;
  /** The profit if the price moves in favour of the position. */
  gainMinor: number;
  /** The loss if it moves against the position: at most the amount, because the position is closed there. */
  lossMinor: number;
}

/** In minor units. More than anybody has; above it, products would no longer be exact. */
const mostMinor = 1e15;

/**
 * One row per leverage, for an amount in minor units and a price move in percent with at most two decimals. Follows the
 * rules of positions: profit rounded once, half to even, the loss capped at the amount, termination distance 100 /
 * leverage percent; but without the opening spread. Null if the numbers are too large to be exact.
 */
export function calculate(amountMinor: number, percent: number): CalculatorRow[] | null {
  const highest = Math.max(...calculatorLeverages);
  if (!(amountMinor * highest * Math.max(1, percent / 100) < mostMinor)) return null;
  // At a rate of 10,000, every move is a whole number, so no fraction is lost.
  const openRate = 10_000;
  const move = toMinor(percent);
  return calculatorLeverages.map((leverage) => {
    const profitAt = (closeRate: number) =>
      profitMinor({ direction: 'buy', openRate, closeRate, amountMinor, leverage });
    return {
      leverage,
      terminationPercent: terminationPercent(leverage),
      exposureMinor: amountMinor * leverage,
      gainMinor: profitAt(openRate + move),
      lossMinor: profitAt(openRate - move),
    };
  });
}

/** The termination distance, 100 / leverage, in percent with one decimal. */
export function terminationPercent(leverage: number): number {
  return Math.round(1000 / leverage) / 10;
}
