import type { Quote } from '../../src/lib/trading/quote.ts';

/** A quote of the book, good and not halted; a test names what it cares about. Both clocks say `timeMs`. */
export function quoteOf(parts: Partial<Quote> & Pick<Quote, 'bid' | 'ask'>): Quote {
  const { timeMs = 0 } = parts;
  return { timeMs, arrivedMs: timeMs, sequence: 1, confirmsJump: false, isHalted: false, ...parts };
}
