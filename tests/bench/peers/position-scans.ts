import { quietRange } from '../../../src/lib/trading/levels.ts';
import type { TriggerBook, WatchedPosition } from '../../../src/server/triggers/trigger-book.ts';

type Take = TriggerBook['accept'];

/**
 * Handles the same quotes without sorted levels: it checks every position of the symbol, with its range precomputed.
 */
export interface PositionScans {
  /** Scans one object per position. */
  objects: Take;
  /** Scans columns of plain numbers, buys and sells separately: the fastest scan possible. */
  columns: Take;
}

interface Ranges {
  lower: Float64Array;
  upper: Float64Array;
}

export function createPositionScans(lists: readonly WatchedPosition[][], onFired: () => void): PositionScans {
  const objects = lists.map((list) =>
    list.map((position) => ({ id: position.id, direction: position.direction, ...quietRange(position) })),
  );
  const columns = objects.map((list) => {
    const { buy = [], sell = [] } = Object.groupBy(list, (position) => position.direction);
    return { buys: rangesOf(buy), sells: rangesOf(sell) };
  });

  function scan({ lower, upper }: Ranges, rate: number): void {
    for (let index = 0; index < lower.length; index++) {
      if (rate <= (lower[index] ?? NaN) || rate >= (upper[index] ?? NaN)) onFired();
    }
  }

  return {
    objects(symbolIndex, bid, ask) {
      for (const { direction, lower, upper } of objects[symbolIndex] ?? []) {
        const rate = direction === 'buy' ? bid : ask;
        if (rate <= lower || rate >= upper) onFired();
      }
    },
    columns(symbolIndex, bid, ask) {
      const own = columns[symbolIndex];
      if (!own) return;
      scan(own.buys, bid);
      scan(own.sells, ask);
    },
  };
}

function rangesOf(list: { lower: number; upper: number }[]): Ranges {
  return {
    lower: Float64Array.from(list, (range) => range.lower),
    upper: Float64Array.from(list, (range) => range.upper),
  };
}
