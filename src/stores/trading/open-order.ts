import { atom, computed } from 'nanostores';
import type { Position } from '../../lib/contract/entities.ts';
import { $positions, closingRateNow, openProfitMinor } from './positions.ts';

export type SortOrder = 'asc' | 'desc';

/** What open positions can be sorted by: their own fields, and figures that follow the live price. */
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

/** The current sort of open positions. A new object each time they are sorted, even if the choice is the same. */
export const $openChoice = atom<OpenChoice>({ sort: 'open_date', order: 'desc' });

type SortValue = string | number | null;

/** The sort keys of the last sort, and the choice that it was for. */
let last: { taken: OpenChoice; values: ReadonlyMap<string, SortValue> } | undefined;

/**
 * The sort keys of the positions, frozen at the moment of the sort, so that no tick moves a row. A new position is
 * sorted by its first value.
 */
const $placeValues = computed([$positions, $openChoice], (positions, taken) => {
  const known = last?.taken === taken ? last.values : undefined;
  const open = positions.status === 'ready' ? positions.open : [];
  const valueIn = (position: Position) =>
    known?.has(position.id) ? (known.get(position.id) ?? null) : valueOf(position, taken.sort);
  const values: ReadonlyMap<string, SortValue> = new Map(open.map((position) => [position.id, valueIn(position)]));
  last = { taken, values };
  return values;
});

/** The open positions, sorted. */
export const $openInOrder = computed([$positions, $openChoice, $placeValues], (positions, { order }, values) => {
  if (positions.status !== 'ready') return [];
  const up = order === 'asc' ? 1 : -1;
  return positions.open.toSorted((one, other) => {
    const [left = null, right = null] = [values.get(one.id), values.get(other.id)];
    // Positions without a value come last, in both directions.
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -up : up;
  });
});

/** Sorts the open positions by their current values. */
export function sortOpen({ sort, order }: OpenChoice): void {
  $openChoice.set({ sort, order });
}

/** Repeats the sort, because live values have moved since. Only call it while nobody points at a row. */
export function retakeOrder(): void {
  sortOpen($openChoice.get());
}

function valueOf(position: Position, sort: OpenSort): SortValue {
  if (sort === 'profit') return openProfitMinor(position);
  return sort === 'now' ? closingRateNow(position) : position[sort];
}
