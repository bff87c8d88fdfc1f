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

/** By what open positions are in order now: another object each time that the order is taken. */
export const $openChoice = atom<OpenChoice>({ sort: 'open_date', order: 'desc' });

type SortValue = string | number | null;

/** By which values the positions were in order last, and in which taking of it. */
let last: { taken: OpenChoice; values: ReadonlyMap<string, SortValue> } | undefined;

/**
 * The values by which positions have their places: those of the moment when the order was taken, so that no tick moves
 * a row. One that is new takes its place by its first value.
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

/** The open positions in their order. */
export const $openInOrder = computed([$positions, $openChoice, $placeValues], (positions, { order }, values) => {
  if (positions.status !== 'ready') return [];
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
  $openChoice.set({ sort, order });
}

/** Takes the same order again: live values have moved since. For a moment in which nobody points at a row. */
export function retakeOrder(): void {
  sortOpen($openChoice.get());
}

function valueOf(position: Position, sort: OpenSort): SortValue {
  if (sort === 'profit') return openProfitMinor(position);
  return sort === 'now' ? closingRateNow(position) : position[sort];
}
