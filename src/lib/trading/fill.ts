import type { Direction } from '../contract/entities.ts';
import { openingSpreadPercent } from './limits.ts';
import type { Quote } from './quote.ts';
import { roundRate } from './rate.ts';

type Sides = Pick<Quote, 'bid' | 'ask'>;

const openingSpread = openingSpreadPercent / 100;

/** The side of the quote that an order of this direction is opened from, before the opening spread: buy at the ask. */
export function openingSide(direction: Direction, quote: Sides): number {
  return direction === 'buy' ? quote.ask : quote.bid;
}

/**
 * The rate at which a position opens: the opening side and 0.025 % against the customer (ask × 1.00025, bid × 0.99975),
 * rounded to 10 significant digits.
 */
export function openingRate(direction: Direction, quote: Sides): number {
  const factor = direction === 'buy' ? 1 + openingSpread : 1 - openingSpread;
  return roundRate(openingSide(direction, quote) * factor);
}

/** The rate at which a position closes: a buy at the bid, a sell at the ask. There is no spread on closing. */
export function closingRate(direction: Direction, quote: Sides): number {
  return direction === 'buy' ? quote.bid : quote.ask;
}
