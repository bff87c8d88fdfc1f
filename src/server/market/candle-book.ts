import type { CandleResolution } from '../../lib/contract/calls.ts';
import { candleResolutions } from '../../lib/contract/calls.ts';
import type { Candle } from '../../lib/contract/entities.ts';
import { bucketStart, foldRate, openCandle, resolutionSeconds } from '../../lib/trading/candle.ts';
import type { StoredCandle } from './candles-rows.ts';
import type { QuoteListener } from './quote-book.ts';

/** The current candle of each symbol and resolution, and the closed ones that are not stored yet. */
export interface CandleBook {
  /** Folds an accepted quote into its candles. Allocates only where a bucket begins. Symbols by their place in `symbols`. */
  take: QuoteListener;
  /** Goes on with candles that were stored before the process started. Before the first quote. */
  resume: (stored: readonly StoredCandle[]) => void;
  /** What the store does not have yet, oldest first: closed candles, then the current one. Copies. */
  unsaved: (symbol: string, resolution: CandleResolution) => Candle[];
  /** Hands what changed since the last save to `write`; what it fails to write comes again with the next save. */
  save: (write: (changed: readonly StoredCandle[]) => Promise<void>) => Promise<void>;
}

const seconds: readonly number[] = candleResolutions.map((resolution) => resolutionSeconds[resolution]);
/** The buckets of the finest resolution end where those of the others may: until then nothing has to be looked at. */
const finest = 0;

/** What the resolutions of one symbol share. */
interface SymbolCandles {
  symbol: string;
  /** One per resolution; null before the first quote. */
  current: (Candle | null)[];
  /** When each current bucket ends, unix milliseconds. */
  endsMs: Float64Array;
  /** Whether a quote came since the last save. */
  changed: boolean;
}

export function createCandleBook({ symbols }: { symbols: readonly string[] }): CandleBook {
  const byIndex: readonly SymbolCandles[] = symbols.map(emptyCandles);
  const bySymbol = new Map(byIndex.map((own) => [own.symbol, own]));
  let closed: StoredCandle[] = [];

  function turn(own: SymbolCandles, rate: number, timeMs: number): void {
    for (const [index, length] of seconds.entries()) {
      if (timeMs < (own.endsMs[index] ?? 0)) continue;
      const candle = own.current[index];
      if (candle) closed.push({ symbol: own.symbol, resolutionSeconds: length, candle });
      place(own, index, openCandle(bucketStart(timeMs, length), rate));
    }
  }

  function take(symbolIndex: number, bid: number, _ask: number, timeMs: number): void {
    const own = byIndex[symbolIndex];
    if (own === undefined) return;
    if (timeMs >= (own.endsMs[finest] ?? 0)) turn(own, bid, timeMs);
    const { current } = own;
    for (let index = 0; index < current.length; index++) {
      const candle = current[index];
      if (candle) foldRate(candle, bid);
    }
    own.changed = true;
  }

  async function save(write: (changed: readonly StoredCandle[]) => Promise<void>): Promise<void> {
    const closedBefore = closed.length;
    const touched = byIndex.filter((own) => own.changed);
    for (const own of touched) own.changed = false;
    try {
      await write([...closed, ...touched.flatMap(currentCandles)]);
      closed = closed.slice(closedBefore);
    } catch (error) {
      for (const own of touched) own.changed = true;
      throw error;
    }
  }

  return {
    take,
    save,
    resume(stored) {
      for (const { symbol, resolutionSeconds: length, candle } of stored) {
        const own = bySymbol.get(symbol);
        if (own && seconds.includes(length)) place(own, seconds.indexOf(length), { ...candle });
      }
    },
    unsaved(symbol, resolution) {
      const length = resolutionSeconds[resolution];
      const own = bySymbol.get(symbol);
      const current = own?.current[seconds.indexOf(length)];
      const waiting = closed.filter((row) => row.symbol === symbol && row.resolutionSeconds === length);
      return [...waiting.map((row) => row.candle), ...(current ? [current] : [])].map((candle) => ({ ...candle }));
    },
  };
}

function emptyCandles(symbol: string): SymbolCandles {
  return { symbol, current: seconds.map(() => null), endsMs: new Float64Array(seconds.length), changed: false };
}

function place(own: SymbolCandles, index: number, candle: Candle): void {
  own.current[index] = candle;
  own.endsMs[index] = (candle.time + (seconds[index] ?? 0)) * 1000;
}

function currentCandles(own: SymbolCandles): StoredCandle[] {
  return own.current.flatMap((candle, index) =>
    candle ? [{ symbol: own.symbol, resolutionSeconds: seconds[index] ?? 0, candle: { ...candle } }] : [],
  );
}
