import type { Quote } from '../../../lib/trading/quote.ts';

/**
 * Quotes that reached a level of a position and are not decided on yet. The next command about the position decides
 * them first: they came while the level was set, so a later close or change of levels must not undo them.
 */
export interface DueTriggers {
  /** Adds a quote; adding it again has no effect. */
  add: (id: string, quote: Quote) => void;
  /** The due quotes of a position, the earliest first. */
  of: (id: string) => readonly Quote[];
  /** Removes quotes that were decided on, once that is committed. */
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
