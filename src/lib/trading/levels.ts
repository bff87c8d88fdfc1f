import type { Direction } from '../contract/entities.ts';
import { closingRate } from './fill.ts';
import type { Quote } from './quote.ts';

/** The rates at which a position closes by itself, each a closing rate; null: none. */
export interface Levels {
  takeProfit: number | null;
  stopLoss: number | null;
}

/** On which side of the price a level may not be, and that price: the closing side of the quote. */
export interface LevelFault {
  bound: 'lowest' | 'highest';
  price: number;
}

export type LevelFaults = Partial<Record<keyof Levels, LevelFault>>;

/**
 * What is wrong with levels at a quote. A buy closes at the bid: its take profit must be above it, its stop loss below. A sell
 * closes at the ask: its take profit must be below it, its stop loss above. A level at the price itself is wrong too: it would
 * fire at once. Null is never wrong.
 */
export function levelFaults(
  direction: Direction,
  { takeProfit, stopLoss }: Levels,
  quote: Pick<Quote, 'bid' | 'ask'>,
): LevelFaults {
  const price = closingRate(direction, quote);
  const [aboveIt, belowIt] = direction === 'buy' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
  const [above, below] =
    direction === 'buy' ? (['takeProfit', 'stopLoss'] as const) : (['stopLoss', 'takeProfit'] as const);
  return {
    ...(aboveIt !== null && aboveIt <= price && { [above]: { bound: 'lowest', price } }),
    ...(belowIt !== null && belowIt >= price && { [below]: { bound: 'highest', price } }),
  };
}
