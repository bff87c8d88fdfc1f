import type { Random } from '../../src/server/market/random.ts';
import { createSeededRandom } from '../../src/server/market/random.ts';
import type { TriggerBook, WatchedPosition } from '../../src/server/triggers/trigger-book.ts';
import { createTriggerBook } from '../../src/server/triggers/trigger-book.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import { createPositionScans } from './peers/position-scans.ts';
import { makePosition } from './peers/watched-positions.ts';

const symbols = Array.from({ length: 100 }, (_, index) => `MADE${index}`);
const openPositions = amount({ full: 1_000_000, smoke: 2_000 });
const where = `${openPositions.toLocaleString('en')} positions on ${symbols.length} symbols`;
const rate = 100;
/**
 * A round takes less than a millisecond. There are many, so that the median ignores those that other load disturbed.
 */
const rounds = amount({ full: 501, smoke: 3 });
const preparedQuotes = 65_536;
/** Positions that each round removes, puts and replaces. */
const changes = 200;

function makeOne(number: number, random: Random): WatchedPosition {
  return makePosition({ number, symbol: symbols[number % symbols.length] ?? '', rate }, random);
}

interface Quotes {
  symbolIndexes: Uint8Array;
  bids: Float64Array;
  asks: Float64Array;
}

/** Quotes of random symbols, all within the quiet range of every position. */
function makeQuotes(): Quotes {
  const random = createSeededRandom(3);
  const symbolIndexes = new Uint8Array(preparedQuotes).map(() => Math.floor(random() * symbols.length));
  const bids = new Float64Array(preparedQuotes).map(() => rate * (1 + 0.0009 * (random() - 0.5)));
  return { symbolIndexes, bids, asks: bids.map((bid) => bid * 1.0001) };
}

/** Quotes a second. Each round uses the next `count` quotes. */
function speedOf({ symbolIndexes, bids, asks }: Quotes, accept: TriggerBook['accept'], count: number): number {
  const round = (_: unknown, number: number) =>
    timed(() => {
      for (let index = number * count; index < (number + 1) * count; index++) {
        const at = index % preparedQuotes;
        accept(symbolIndexes[at] ?? 0, bids[at] ?? 0, asks[at] ?? 0);
      }
    });
  return count / median(Array.from({ length: rounds }, round));
}

type Store = Pick<TriggerBook, 'put' | 'remove'>;

function createMapStore(): Store {
  const store = new Map<string, WatchedPosition>();
  return { put: (position) => store.set(position.id, position), remove: (id) => store.delete(id) };
}

/** Puts all positions in; returns the bytes per position. */
function fill(store: Store): number {
  const random = createSeededRandom(1);
  const before = bytesInUse();
  for (let number = 0; number < openPositions; number++) store.put(makeOne(number, random));
  return (bytesInUse() - before) / openPositions;
}

function bytesInUse(): number {
  // Twice: memory outside the heap that the first run frees is only counted after it was swept.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Microseconds to remove, put and replace one random position. Each round uses other positions. */
function measureChanges({ put, remove }: Store): { remove: number; put: number; replace: number } {
  const random = createSeededRandom(2);
  const all = Array.from({ length: rounds }, () => {
    const numbers = Array.from({ length: changes }, () => Math.floor(random() * openPositions));
    const known = [...new Set(numbers)].map((number) => makeOne(number, random));
    const each = (run: (position: WatchedPosition) => void) => (timed(() => known.forEach(run)) / known.length) * 1e6;
    return { remove: each(({ id }) => remove(id)), put: each(put), replace: each(put) };
  });
  const of = (what: 'remove' | 'put' | 'replace') => median(all.map((round) => round[what]));
  return { remove: of('remove'), put: of('put'), replace: of('replace') };
}

/** A gap through every level of a symbol; returns the microseconds per position that fires. */
function measureFiring(book: TriggerBook): number {
  const each = symbols.map((_, symbolIndex) => {
    const before = book.size;
    const seconds = timed(() => {
      book.accept(symbolIndex, 0.1 * rate, 0.1 * rate);
      book.accept(symbolIndex, 10 * rate, 10 * rate);
    });
    return (seconds / (before - book.size)) * 1e6;
  });
  return median(each);
}

/** Runs it once; returns the duration in seconds. */
function timed(run: () => void): number {
  const from = performance.now();
  run();
  return (performance.now() - from) / 1000;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Quotes a second when every quote scans the symbol's positions. */
function measureScans(quotes: Quotes, onFired: () => void): { objects: number; columns: number } {
  const random = createSeededRandom(1);
  const lists = symbols.map(() => [] as WatchedPosition[]);
  for (let number = 0; number < openPositions; number++) {
    lists[number % symbols.length]?.push(makeOne(number, random));
  }
  const scans = createPositionScans(lists, onFired);
  return { objects: speedOf(quotes, scans.objects, 3), columns: speedOf(quotes, scans.columns, 10) };
}

/**
 * Measures quotes that fire nothing, compared with scans; then changes and memory, ids included, compared with a Map of
 * the same positions.
 */
export function measure(): Promise<Measurement[]> {
  let fired = 0;
  const onFired = () => {
    fired++;
  };
  const [quotes, book, map] = [makeQuotes(), createTriggerBook({ symbols, onFired }), createMapStore()];
  const [bytes, quiet, changed] = [fill(book), speedOf(quotes, book.accept, 50_000), measureChanges(book)];
  const [mapBytes, mapChanged] = [fill(map), measureChanges(map)];
  const scanned = measureScans(quotes, onFired);
  if (fired > 0) throw new Error('A quote fired although it should not');
  const firing = measureFiring(book);
  const inMap = (value: number) => ({ name: 'in a Map', value });
  const perSecond = { figure: 'the same', value: quiet, unit: 'quotes/s' };
  const results: Measurement[] = [
    { figure: `quote that fires nothing, ${where}`, value: 1e9 / quiet, unit: 'ns' },
    { ...perSecond, baseline: { name: 'a scan of objects', value: scanned.objects } },
    { ...perSecond, baseline: { name: 'a scan of columns', value: scanned.columns } },
    ...(['put', 'replace', 'remove'] as const).map((what) => ({
      figure: `${what} a position among them`,
      value: changed[what],
      unit: 'µs',
      baseline: inMap(mapChanged[what]),
    })),
    { figure: 'memory of a position with its id', value: bytes, unit: 'bytes', baseline: inMap(mapBytes) },
    { figure: 'position that fires over a gap', value: firing, unit: 'µs', note: `${fired} fired` },
  ];
  return Promise.resolve(results);
}
