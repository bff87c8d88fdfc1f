import type { StoredResolution } from '../../lib/contract/calls.ts';
import { storedResolutions } from '../../lib/contract/calls.ts';
import type { Candle } from '../../lib/contract/entities.ts';
import { bucketStart, foldRate, openCandle, resolutionSeconds } from '../../lib/trading/candle.ts';
import type { StoredCandle } from './candles-rows.ts';
import type { QuoteListener } from './quote-book.ts';

/** The current candle of each symbol and resolution, and the closed candles that are not stored yet. */
export interface CandleBook {
  /** Adds an accepted quote to its candles. Allocates only when a bucket begins. Symbols are indexes into `symbols`. */
  accept: QuoteListener;
  /** Continues candles that were stored before the process started. Must run before the first quote. */
  resume: (stored: readonly StoredCandle[]) => void;
  /** The candles that are not stored yet, oldest first: closed candles, then the current one. Returns copies. */
  unsaved: (symbol: string, resolution: StoredResolution) => Candle[];
  /**
   * Passes the candles that changed since the last save to `write`, in pieces of at most 5,000, because a single
   * statement could not write the backlog of a long outage within its timeout. Written candles are not passed again; if
   * a piece fails, it and all later ones are left to the next save.
   */
  save: (write: (changed: readonly StoredCandle[]) => Promise<void>) => Promise<void>;
}

const seconds: readonly number[] = storedResolutions.map((resolution) => resolutionSeconds[resolution]);
/**
 * The index of the finest resolution. A bucket of another resolution can end only when one of this resolution does, so
 * the others are not checked before.
 */
const finest = 0;

const mostInPiece = 5_000;

/** The candles of one symbol in all resolutions. */
interface SymbolCandles {
  symbol: string;
  /** The current candle of each resolution; null before the first quote. */
  current: (Candle | null)[];
  /** For each resolution, the closed candles that are not stored yet, oldest first. */
  closed: readonly Candle[][];
  /** When each current bucket ends, unix milliseconds. */
  endsMs: Float64Array;
  /** Whether a quote arrived since the last save. */
  changed: boolean;
}

export function createCandleBook({ symbols }: { symbols: readonly string[] }): CandleBook {
  const byIndex: readonly SymbolCandles[] = symbols.map(emptyCandles);
  const bySymbol = new Map(byIndex.map((own) => [own.symbol, own]));
  function startBuckets(own: SymbolCandles, rate: number, timeMs: number): void {
    for (const [index, length] of seconds.entries()) {
      if (timeMs < (own.endsMs[index] ?? 0)) continue;
      const candle = own.current[index];
      if (candle) own.closed[index]?.push(candle);
      put(own, index, openCandle(bucketStart(timeMs, length), rate));
    }
  }

  function accept(symbolIndex: number, bid: number, _ask: number, timeMs: number): void {
    const own = byIndex[symbolIndex];
    if (own === undefined) return;
    if (timeMs >= (own.endsMs[finest] ?? 0)) startBuckets(own, bid, timeMs);
    const { current } = own;
    for (let index = 0; index < current.length; index++) {
      const candle = current[index];
      if (candle) foldRate(candle, bid);
    }
    own.changed = true;
  }

  async function save(write: (changed: readonly StoredCandle[]) => Promise<void>): Promise<void> {
    for (let piece = closedPiece(byIndex); piece.length > 0; piece = closedPiece(byIndex)) {
      await write(piece.flatMap(({ rows }) => rows));
      for (const { closed, rows } of piece) closed.splice(0, rows.length);
    }
    const changed = byIndex.filter((own) => own.changed);
    const symbolsInPiece = Math.floor(mostInPiece / seconds.length);
    for (let from = 0; from < changed.length; from += symbolsInPiece) {
      const piece = changed.slice(from, from + symbolsInPiece);
      for (const own of piece) own.changed = false;
      await write(piece.flatMap(currentCandles)).catch((fault: unknown) => {
        for (const own of piece) own.changed = true;
        throw fault;
      });
    }
  }

  return {
    accept,
    save,
    resume(stored) {
      for (const { symbol, resolutionSeconds: length, candle } of stored) {
        const own = bySymbol.get(symbol);
        if (own && seconds.includes(length)) put(own, seconds.indexOf(length), { ...candle });
      }
    },
    unsaved(symbol, resolution) {
      const length = resolutionSeconds[resolution];
      const own = bySymbol.get(symbol);
      const index = seconds.indexOf(length);
      const current = own?.current[index];
      return [...(own?.closed[index] ?? []), ...(current ? [current] : [])].map((candle) => ({ ...candle }));
    },
  };
}

function emptyCandles(symbol: string): SymbolCandles {
  const endsMs = new Float64Array(seconds.length);
  return { symbol, current: seconds.map(() => null), closed: seconds.map(() => []), endsMs, changed: false };
}

function put(own: SymbolCandles, index: number, candle: Candle): void {
  own.current[index] = candle;
  own.endsMs[index] = (candle.time + (seconds[index] ?? 0)) * 1000;
}

interface ClosedPart {
  /** The array that holds the rows; they are removed from it once they are stored. */
  closed: Candle[];
  rows: StoredCandle[];
}

/** Closed candles that are not stored yet: the oldest of each symbol and resolution, at most one piece in total. */
function closedPiece(symbols: readonly SymbolCandles[]): ClosedPart[] {
  const parts: ClosedPart[] = [];
  let room = mostInPiece;
  for (const { symbol, closed: bySeries } of symbols) {
    for (const [index, closed] of bySeries.entries()) {
      if (room === 0) return parts;
      if (closed.length === 0) continue;
      const resolution = seconds[index] ?? 0;
      const rows = closed.slice(0, room).map((candle) => ({ symbol, resolutionSeconds: resolution, candle }));
      parts.push({ closed, rows });
      room -= rows.length;
    }
  }
  return parts;
}

function currentCandles(own: SymbolCandles): StoredCandle[] {
  return own.current.flatMap((candle, index) =>
    candle ? [{ symbol: own.symbol, resolutionSeconds: seconds[index] ?? 0, candle: { ...candle } }] : [],
  );
}
