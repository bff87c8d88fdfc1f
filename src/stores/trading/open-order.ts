import { atom, computed } from 'nanostores';
import type { Position } from '../../lib/contract/entities.ts';
import { $positions, closingRateNow, openProfitMinor } from './positions.ts';

export type SortOrder = 'asc' | 'desc';

/** What open positions can be put in order by: what is known of them, and what the live price makes of it. */
export type OpenSort =
  | keyof Pick<
      Position,
      'symbol' | 'direction' | 'amount' | 'leverage' | 'open_rate' | 'stop_lost' | 'take_profit' | 'open_date'
    >
  | 'now'
  | 'profit';

export interface OpenChoice {
  sort: OpenSort;
  order: SortOrder;
}

/** The order as it was taken: by the values that positions had then, so that no tick moves a row. */
interface TakenOrder extends OpenChoice {
  values: Map<string, string | number | null>;
}

const $taken = atom<TakenOrder>({ sort: 'open_date', order: 'desc', values: new Map() });

/** By what open positions are in order now. */
export const $openChoice = computed($taken, ({ sort, order }): OpenChoice => ({ sort, order }));

/** The open positions in their order. One that is new takes its place by its first value, and the others stay. */
export const $openInOrder = computed([$positions, $taken], (positions, taken): readonly Position[] => {
  if (positions.status !== 'ready') return [];
  const { values, sort, order } = taken;
  for (const position of positions.open) if (!values.has(position.id)) values.set(position.id, valueOf(position, sort));
  const up = order === 'asc' ? 1 : -1;
  return positions.open.toSorted((one, other) => {
    const [left = null, right = null] = [values.get(one.id), values.get(other.id)];
    // What has no value comes last, whichever way the others go.
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -up : up;
  });
});

/** Puts open positions in order by the values of this moment. */
export function sortOpen({ sort, order }: OpenChoice): void {
  $taken.set({ sort, order, values: new Map() });
}

/** Takes the same order again: live values have moved since. For a moment in which nobody points at a row. */
export function retakeOrder(): void {
  sortOpen($taken.get());
}

function valueOf(position: Position, sort: OpenSort): string | number | null {
  if (sort === 'profit') return openProfitMinor(position);
  return sort === 'now' ? closingRateNow(position) : position[sort];
}
