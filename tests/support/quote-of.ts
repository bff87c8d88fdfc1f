import type { Quote } from '../../src/lib/trading/quote.ts';

/** A valid quote of the book, not halted; a test names only the fields it cares about. Both clocks say `timeMs`. */
export function quoteOf(parts: Partial<Quote> & Pick<Quote, 'bid' | 'ask'>): Quote {
  const { timeMs = 0 } = parts;
  return { timeMs, arrivedMs: timeMs, sequence: 1, confirmsJump: false, isHalted: false, ...parts };
}
