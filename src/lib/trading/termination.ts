import type { Direction } from '../contract/entities.ts';
import { fromDecimal, toDecimal, unitsAt } from './rate.ts';

export interface TerminationFacts {
  direction: Direction;
  openRate: number;
  leverage: number;
}

/**
 * The termination price: the closing rate at which the loss reaches the amount, 100 / leverage percent from the open
 * rate. Kept to 10 significant digits of the open rate and rounded away from it, so that the profit there is −amount to
 * the cent for every amount. A buy with leverage 1 can only be terminated at zero.
 */
export function terminationRate({ direction, openRate, leverage }: TerminationFacts): number {
  const open = toDecimal(openRate);
  const decimals = Math.max(open.decimals, 9 - Math.floor(Math.log10(openRate)));
  const openUnits = unitsAt(open, decimals);
  const parts = BigInt(leverage);
  const units =
    direction === 'buy' ? (openUnits * (parts - 1n)) / parts : (openUnits * (parts + 1n) + parts - 1n) / parts;
  return fromDecimal({ units, decimals });
}
