import { atom, computed } from 'nanostores';
import { getPositions } from '../../lib/contract/endpoints.ts';
import type { Position, PositionLists } from '../../lib/contract/entities.ts';
import { toMinor } from '../../lib/money.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import { closingRate } from '../../lib/trading/quote.ts';
import type { CustomerConnection } from '../connection.ts';
import { priceBook } from '../prices.ts';

export type PositionsState = { status: 'loading' } | ({ status: 'ready' } & PositionLists);

export const $positions = atom<PositionsState>({ status: 'loading' });

/** Keeps `$positions` current: pushed after every commit, and polled every 5 s. Returns a stop function. */
export function followPositions(connection: CustomerConnection): () => void {
  async function refresh() {
    const known = $positions.get();
    const answer = await connection.ask(getPositions, null);
    // Data that arrived in the meantime may be newer than this answer.
    if (answer && !answer.error && known === $positions.get()) applyPositions(answer.data);
  }
  const stops = [connection.onPositions(applyPositions), reconcile(connection, refresh)];
  return () => stops.forEach((stop) => stop());
}

/** Drops the lists of a customer who has left. */
export function forgetPositions(): void {
  $positions.set({ status: 'loading' });
}

/**
 * Applies the lists. Unchanged lists and unchanged positions keep their identity, so that nothing is rendered without
 * need, however many there are.
 */
export function applyPositions(lists: PositionLists): void {
  const known = $positions.get();
  if (known.status !== 'ready') {
    $positions.set({ status: 'ready', ...lists });
    return;
  }
  const open = keepKnown(known.open, lists.open);
  const history = keepKnown(known.history, lists.history);
  if (open !== known.open || history !== known.history) $positions.set({ status: 'ready', open, history });
}

/**
 * Applies one position from an acknowledgement at once; the push with both lists comes later. A position known to be
 * closed stays closed, whatever an older answer says.
 */
export function applyPosition(position: Position): void {
  const known = $positions.get();
  if (known.status !== 'ready' || known.history.some(({ id }) => id === position.id)) return;
  const others = known.open.filter(({ id }) => id !== position.id);
  if (position.closed_rate !== null) {
    applyPositions({ open: others, history: [position, ...known.history] });
  } else if (others.length === known.open.length) {
    applyPositions({ open: [position, ...known.open], history: known.history });
  } else {
    applyPositions({
      open: known.open.map((other) => (other.id === position.id ? position : other)),
      history: known.history,
    });
  }
}

function keepKnown(known: Position[], next: Position[]): Position[] {
  const byId = new Map(known.map((position) => [position.id, position]));
  const kept = next.map((position) => {
    const before = byId.get(position.id);
    return before && isSamePosition(before, position) ? before : position;
  });
  const isSameList = kept.length === known.length && kept.every((position, index) => position === known[index]);
  return isSameList ? known : kept;
}

/**
 * Whether no changeable field of a position has changed. Ignores the profit of an open one, which is computed from the
 * live price.
 */
export function isSamePosition(known: Position, next: Position): boolean {
  return (
    known.closed_rate === next.closed_rate &&
    known.take_profit === next.take_profit &&
    known.stop_lost === next.stop_lost &&
    known.protected === next.protected
  );
}

/** The rate at which an open position would close now; null while there is no price. */
export function closingRateNow({ symbol, direction }: Pick<Position, 'symbol' | 'direction'>): number | null {
  const price = priceBook.get(symbol);
  return (price && closingRate(direction, { bid: price.sell, ask: price.buy })) || null;
}

/** The last computed profit of each open position, with its closing rate: table, summary and chart all ask for it. */
const lastProfits = new WeakMap<Position, { closeRate: number; minor: number }>();

/**
 * The profit of an open position in minor units, at the newest valid price; before the first price, the server's
 * figure. While an asset has no price, its last valid one is used.
 */
export function openProfitMinor(position: Position): number {
  const price = priceBook.get(position.symbol);
  if (!price?.lastSell) return toMinor(position.profit);
  const closeRate = closingRate(position.direction, { bid: price.lastSell, ask: price.lastBuy });
  const last = lastProfits.get(position);
  if (last?.closeRate === closeRate) return last.minor;
  const { direction, open_rate: openRate, leverage } = position;
  const minor = profitMinor({ direction, openRate, closeRate, amountMinor: toMinor(position.amount), leverage });
  lastProfits.set(position, { closeRate, minor });
  return minor;
}

/**
 * Calls back with the positions that closed by themselves: those that move from the open list to the history for any
 * reason but Manually, even after a long loss of connection. Never reports positions closed before the first lists
 * arrived. Returns a stop function.
 */
export function followClosings(tell: (closed: Position[]) => void): () => void {
  return $positions.listen((now, before) => {
    if (now.status !== 'ready' || before?.status !== 'ready') return;
    const wasOpen = new Set(before.open.map(({ id }) => id));
    const closed = now.history.filter(({ id, closingReason }) => closingReason && wasOpen.has(id));
    if (closed.length > 0) tell(closed);
  });
}

const reconcileEveryMs = 5_000;

/**
 * Polls at every connect, and every 5 s while the connection is live, so that the effects of a lost push correct
 * themselves. Waits for a slow answer before the next poll. Returns a stop function.
 */
export function reconcile(
  { onLive, whenLive }: Pick<CustomerConnection, 'onLive' | 'whenLive'>,
  ask: () => Promise<void>,
): () => void {
  let underWay = 0;

  async function askNow() {
    underWay += 1;
    await ask();
    underWay -= 1;
  }

  const stopListening = onLive(() => void askNow());
  const timer = setInterval(() => {
    void whenLive(0).then((isLive) => (isLive && underWay === 0 ? askNow() : undefined));
  }, reconcileEveryMs);
  return () => {
    clearInterval(timer);
    stopListening();
  };
}

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
let lastSort: { choice: OpenChoice; values: ReadonlyMap<string, SortValue> } | undefined;

/**
 * The sort keys of the positions, frozen at the moment of the sort, so that no tick moves a row. A new position is
 * sorted by its first value.
 */
const $sortValues = computed([$positions, $openChoice], (positions, choice) => {
  const known = lastSort?.choice === choice ? lastSort.values : undefined;
  const open = positions.status === 'ready' ? positions.open : [];
  const valueIn = (position: Position) =>
    known?.has(position.id) ? (known.get(position.id) ?? null) : valueOf(position, choice.sort);
  const values: ReadonlyMap<string, SortValue> = new Map(open.map((position) => [position.id, valueIn(position)]));
  lastSort = { choice, values };
  return values;
});

/** The open positions, sorted. */
export const $openInOrder = computed([$positions, $openChoice, $sortValues], (positions, { order }, values) => {
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

/** Sorts again by the current live values. Call this only while nobody points at a row, because rows move. */
export function resortOpen(): void {
  sortOpen($openChoice.get());
}

function valueOf(position: Position, sort: OpenSort): SortValue {
  if (sort === 'profit') return openProfitMinor(position);
  return sort === 'now' ? closingRateNow(position) : position[sort];
}
