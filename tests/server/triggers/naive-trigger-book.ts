import { closingRate } from '../../../src/lib/trading/quote.ts';
import { quietRange, triggeredReason } from '../../../src/lib/trading/levels.ts';
import type { TriggerBook, TriggerBookOptions, WatchedPosition } from '../../../src/server/triggers/trigger-book.ts';

interface Entry {
  position: WatchedPosition;
  /** Whether the position was reached, but not handed over yet. */
  waiting: boolean;
}

/** A trigger book that checks every position by the rule itself. The real one must agree with it. */
export function createNaiveTriggerBook({ symbols, onFired }: TriggerBookOptions): TriggerBook {
  /** In the order in which the positions were put. */
  let entries: Entry[] = [];
  const drop = (id: string) => (entries = entries.filter(({ position }) => position.id !== id));

  return {
    get size() {
      return entries.length;
    },
    put(position) {
      drop(position.id);
      entries.push({ position, waiting: false });
    },
    accountOf: (id) => entries.find(({ position }) => position.id === id)?.position.accountId,
    remove: drop,
    accept(symbolIndex, bid, ask) {
      const reached = entries.filter(({ position, waiting }) => {
        const rate = closingRate(position.direction, { bid, ask });
        return !waiting && position.symbol === symbols[symbolIndex] && triggeredReason(position, rate) !== null;
      });
      for (const entry of reached) entry.waiting = true;
      for (const entry of reached.sort((a, b) => compare(a.position, b.position, { bid, ask }))) {
        if (!entries.includes(entry)) continue;
        drop(entry.position.id);
        onFired(entry.position.id, entry.position.accountId, symbolIndex);
      }
    },
  };
}

/**
 * Falling buys come first, then rising buys, falling sells, rising sells; within each group, the level that the price
 * passed first.
 */
function compare(a: WatchedPosition, b: WatchedPosition, quote: { bid: number; ask: number }): number {
  const [groupA, levelA] = groupAndLevel(a, quote);
  const [groupB, levelB] = groupAndLevel(b, quote);
  return groupA - groupB || levelA - levelB;
}

function groupAndLevel(position: WatchedPosition, quote: { bid: number; ask: number }): [number, number] {
  const { lower, upper } = quietRange(position);
  const first = position.direction === 'buy' ? 0 : 2;
  return closingRate(position.direction, quote) <= lower ? [first, -lower] : [first + 1, upper];
}
