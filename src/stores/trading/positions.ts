import { atom } from 'nanostores';
import { getPositions } from '../../lib/contract/endpoints.ts';
import type { Position, PositionLists } from '../../lib/contract/entities.ts';
import { toMinor } from '../../lib/money.ts';
import { profitMinor } from '../../lib/trading/profit.ts';
import { closingRate } from '../../lib/trading/quote.ts';
import type { CustomerLine } from '../connection.ts';
import { priceBook } from '../prices.ts';

export type PositionsState = { status: 'loading' } | ({ status: 'ready' } & PositionLists);

export const $positions = atom<PositionsState>({ status: 'loading' });

/** Keeps `$positions` as the server has it: pushed after every commit, and asked for every 5 s. Returns how to stop. */
export function followPositions(line: CustomerLine): () => void {
  async function refresh() {
    const known = $positions.get();
    const answer = await line.ask(getPositions, null);
    // What came in the meantime is newer than this answer may be.
    if (answer && !answer.error && known === $positions.get()) takePositions(answer.data);
  }
  const stops = [line.onPositions(takePositions), reconcile(line, refresh)];
  return () => {
    stops.forEach((stop) => stop());
    $positions.set({ status: 'loading' });
  };
}

/**
 * Takes the lists over. Lists that say the same keep their identity, and so does each position, so that nothing is
 * drawn again for nothing, however many there are.
 */
export function takePositions(lists: PositionLists): void {
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
 * Takes over what an acknowledgement says of one position, at once: the push with both lists comes later. A position
 * known as closed stays closed, whatever an older answer says of it.
 */
export function placePosition(position: Position): void {
  const known = $positions.get();
  if (known.status !== 'ready' || known.history.some(({ id }) => id === position.id)) return;
  const others = known.open.filter(({ id }) => id !== position.id);
  if (position.closed_rate !== null) {
    takePositions({ open: others, history: [position, ...known.history] });
  } else if (others.length === known.open.length) {
    takePositions({ open: [position, ...known.open], history: known.history });
  } else {
    takePositions({
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
 * Whether nothing that can change of a position did. The profit of an open one is left out: it is computed from the
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

/** The rate that an open position would close at now; null while there is no price. */
export function closingRateNow({ symbol, direction }: Pick<Position, 'symbol' | 'direction'>): number | null {
  const price = priceBook.get(symbol);
  return (price && closingRate(direction, { bid: price.sell, ask: price.buy })) || null;
}

/** The profit of each open position at the rate it was computed for last: table, summary and chart ask for the same. */
const lastProfits = new WeakMap<Position, { closeRate: number; minor: number }>();

/**
 * Profit of an open position in minor units, at the newest valid price; until there is one, the server's figure. An
 * asset without a price at the moment is worth what it was worth last.
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
 * Calls back with the positions that the server closed by itself: those that leave the open list for the history by any
 * reason but Manually, however long the line was lost in between. Never with what was closed before the lists came
 * first. Returns how to stop.
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
 * Asks at every connect, and every 5 s while the line is live, so that whatever a lost push has left wrong heals by
 * itself. A slow answer is waited for before it is asked again. Returns how to stop.
 */
export function reconcile(
  { onLive, whenLive }: Pick<CustomerLine, 'onLive' | 'whenLive'>,
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
