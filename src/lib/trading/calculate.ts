import { toMinor } from '../money.ts';
import { profitMinor } from './profit.ts';

/** The leverages that the calculator compares. */
export const calculatorLeverages = [1, 3, 5, 10, 15, 20, 30] as const;

/** What an amount becomes with one leverage when the price moves; money in minor units. */
export interface CalculatorRow {
  leverage: number;
  /** How far the price moves until the loss has reached the amount, in percent with one decimal. */
  terminationPercent: number;
  /** Amount × leverage. */
  exposureMinor: number;
  /** What a move in favour of the position makes. */
  gainMinor: number;
  /** What the same move against it loses: at most the amount, which is where it is closed. */
  lossMinor: number;
}

/** More than anybody has: beyond it a product would no longer be exact. Minor units. */
const mostMinor = 1e15;

/**
 * A row for each leverage, from an amount in minor units and a move of the price in percent with at most two decimals.
 * By the rules of positions: profit rounded once, half to even, the loss cut at the amount, the distance 100 / leverage
 * percent. Without the opening spread. Null where the figures are out of all proportion.
 */
export function calculate(amountMinor: number, percent: number): CalculatorRow[] | null {
  const highest = Math.max(...calculatorLeverages);
  if (!(amountMinor * highest * Math.max(1, percent / 100) < mostMinor)) return null;
  // A rate of 10,000 moves by whole numbers: nothing is lost to fractions.
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

/** 100 / leverage, rounded to one decimal: how far the price moves until the loss has reached the amount. */
export function terminationPercent(leverage: number): number {
  return Math.round(1000 / leverage) / 10;
}
