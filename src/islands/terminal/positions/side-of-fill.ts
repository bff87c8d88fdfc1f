import type { Direction } from '../../../lib/contract/entities.ts';

/** The side of the quote that a fill is made on: a buy opens at the ask and closes at the bid, a sell the other way. */
export function sideOfFill(direction: Direction, deed: 'opened' | 'closed'): 'bid' | 'ask' {
  return (direction === 'buy') === (deed === 'opened') ? 'ask' : 'bid';
}
