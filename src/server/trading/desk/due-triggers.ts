import type { Quote } from '../../../lib/trading/quote.ts';

/**
 * Quotes that reached a level of a position and were not decided on yet. Whatever command meets the position first
 * decides on them first: they came while the level stood, and neither a close nor a new level that is decided later
 * undoes that.
 */
export interface DueTriggers {
  /** Takes a quote; one that is due already is due once. */
  add: (id: string, quote: Quote) => void;
  /** What is due of a position now, the earliest first. */
  of: (id: string) => readonly Quote[];
  /** These were decided on, and the decision is committed. */
  settle: (id: string, decided: readonly Quote[]) => void;
}

const nothing: readonly Quote[] = [];

export function createDueTriggers(): DueTriggers {
  const due = new Map<string, readonly Quote[]>();
  const of = (id: string) => due.get(id) ?? nothing;
  return {
    of,
    add(id, quote) {
      if (!of(id).includes(quote)) due.set(id, [...of(id), quote]);
    },
    settle(id, decided) {
      const left = of(id).filter((quote) => !decided.includes(quote));
      if (left.length > 0) due.set(id, left);
      else due.delete(id);
    },
  };
}
