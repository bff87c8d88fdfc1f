import type { Candle } from '../../lib/contract/entities.ts';
import type { CandleSpan, StoredCandle } from './candles-rows.ts';

/** Caches stored candles in blocks of a thousand buckets, which overlapping ranges share. */
export interface CandleBlocks {
  series: (symbol: string, resolutionSeconds: number) => Series;
  /**
   * Returns the newest candles of a range, oldest first. If something has to be read from the store first, returns that
   * instead: the span of the series, or a range of whole blocks.
   */
  find: (series: Series, from: number, to: number) => Candle[] | 'span' | { from: number; to: number };
  /** Begins a read of a series. Candles that are saved before the read ends are merged into it. */
  begin: (series: Series) => Reading;
  /** Adds candles that were just written. */
  saved: (stored: readonly StoredCandle[]) => void;
}

export interface Series {
  symbol: string;
  resolutionSeconds: number;
  /** Undefined: not read yet. Infinity and -Infinity: nothing is stored. */
  span: CandleSpan | undefined;
  blocks: Map<number, Block>;
  /** The read that is under way. */
  loading: Promise<void> | undefined;
  /** Candles that were saved since that read began. */
  savedMeanwhile: Candle[];
}

export interface Reading {
  /** The most candles that the read needs. */
  limit: number;
  putSpan: (span: CandleSpan | null) => void;
  /** Adds the newest candles of these blocks, up to the limit. */
  putCandles: (missing: { from: number; to: number }, candles: readonly Candle[]) => void;
  end: () => void;
}

interface Block {
  /** The blocks of the same series, including this one. */
  blocks: Map<number, Block>;
  index: number;
  candles: Candle[];
}

export interface CandleBlocksOptions {
  mostKept: number;
  mostAnswered: number;
}

const bucketsInBlock = 1_000;
/** An empty block needs as much memory as this many candles. */
const costOfBlock = 10;
/**
 * The most blocks read at once, however few candles they hold. A single price with a time in the far future can make a
 * series very long.
 */
const mostBlocksRead = 2_000;
const longestGap = 100;

const blockSeconds = ({ resolutionSeconds }: Series) => bucketsInBlock * resolutionSeconds;
const blockOf = (series: Series, time: number) => Math.floor(time / blockSeconds(series));

export function createCandleBlocks({ mostKept, mostAnswered }: CandleBlocksOptions): CandleBlocks {
  const all = new Map<string, Series>();
  const memory = createBlockMemory(mostKept);

  return {
    find: (series, from, to) => find(memory, series, { from, to, mostAnswered }),
    begin: (series) => begin(memory, series, mostAnswered),
    series(symbol, resolutionSeconds) {
      const key = `${symbol} ${resolutionSeconds}`;
      const empty = { span: undefined, loading: undefined, blocks: new Map<number, Block>(), savedMeanwhile: [] };
      const series = all.get(key) ?? { symbol, resolutionSeconds, ...empty };
      all.set(key, series);
      return series;
    },
    saved(stored) {
      for (const { symbol, resolutionSeconds, candle } of stored) {
        const series = all.get(`${symbol} ${resolutionSeconds}`);
        if (!series) continue;
        if (series.loading) series.savedMeanwhile.push(candle);
        add(memory, series, candle);
      }
      memory.shrink();
    },
  };
}

interface BlockMemory {
  /** Adds the block, or returns the existing one. */
  put: (series: Series, index: number) => Block;
  /** Marks the block as used, so that others are evicted before it. */
  use: (block: Block) => void;
  add: (block: Block, candle: Candle) => void;
  /** Evicts the least recently used blocks until the rest fits. */
  shrink: () => void;
}

function createBlockMemory(mostKept: number): BlockMemory {
  /** Least recently used first. */
  const used = new Set<Block>();
  let kept = 0;

  function use(block: Block): void {
    used.delete(block);
    used.add(block);
  }

  return {
    use,
    put({ blocks }, index) {
      const known = blocks.get(index);
      const block = known ?? { blocks, index, candles: [] };
      if (!known) kept += costOfBlock;
      blocks.set(index, block);
      use(block);
      return block;
    },
    add({ candles }, candle) {
      // Searched from the end, because the candle nearly always belongs last or replaces the last one.
      let at = candles.length;
      while (at > 0 && (candles[at - 1]?.time ?? 0) >= candle.time) at -= 1;
      const isThere = candles[at]?.time === candle.time;
      candles.splice(at, isThere ? 1 : 0, candle);
      if (!isThere) kept += 1;
    },
    shrink() {
      for (const block of used) {
        if (kept <= mostKept) return;
        used.delete(block);
        block.blocks.delete(block.index);
        kept -= costOfBlock + block.candles.length;
      }
    },
  };
}

function find(
  memory: BlockMemory,
  series: Series,
  { from, to, mostAnswered }: { from: number; to: number; mostAnswered: number },
): ReturnType<CandleBlocks['find']> {
  if (!series.span) return 'span';
  const [first, last] = [Math.max(from, series.span.first), Math.min(to, series.span.last)];
  if (first > last) return [];
  const oldest = blockOf(series, first);
  const found: Candle[][] = [];
  let count = 0;
  for (let index = blockOf(series, last); index >= oldest && count < mostAnswered; index -= 1) {
    const block = series.blocks.get(index);
    if (!block) {
      const lowest = Math.max(oldest, index - mostBlocksRead + 1);
      return { from: lowest * blockSeconds(series), to: (index + 1) * blockSeconds(series) - 1 };
    }
    memory.use(block);
    const inside = block.candles.filter(({ time }) => time >= first && time <= last);
    found.push(inside);
    count += inside.length;
  }
  return found.reverse().flat().slice(-mostAnswered);
}

function begin(memory: BlockMemory, series: Series, mostAnswered: number): Reading {
  series.savedMeanwhile = [];
  const limit = mostAnswered + bucketsInBlock;
  return {
    limit,
    putSpan: (span) => (series.span = span ?? { first: Infinity, last: -Infinity }),
    putCandles({ from, to }, candles) {
      // If the read hit its limit, the oldest block may be incomplete and is skipped. The others contain everything
      // that can be requested.
      const cut = candles.length < limit ? -Infinity : blockOf(series, candles[0]?.time ?? to);
      const oldest = Math.max(blockOf(series, from), cut + 1);
      for (let index = oldest; index <= blockOf(series, to); index += 1) memory.put(series, index);
      for (const candle of candles) if (blockOf(series, candle.time) >= oldest) add(memory, series, candle);
    },
    end() {
      // What was saved during the read is newer than what was read.
      for (const candle of series.savedMeanwhile) add(memory, series, candle);
      series.savedMeanwhile = [];
      memory.shrink();
    },
  };
}

function add(memory: BlockMemory, series: Series, candle: Candle): void {
  if (series.span) extend(memory, series, { ...series.span, time: candle.time });
  const block = series.blocks.get(blockOf(series, candle.time));
  if (block) memory.add(block, candle);
}

/**
 * Extends the span of a series to the time of a candle. If the newest block is in memory, the blocks up to that time
 * are added empty, because nothing is stored there yet.
 */
function extend(memory: BlockMemory, series: Series, { first, last, time }: CandleSpan & { time: number }): void {
  const isFirst = last === -Infinity;
  const [newest, index] = [isFirst ? blockOf(series, time) - 1 : blockOf(series, last), blockOf(series, time)];
  const isKnown = isFirst || (time > last && series.blocks.has(newest) && index - newest <= longestGap);
  for (let next = newest + 1; isKnown && next <= index; next += 1) memory.put(series, next);
  series.span = { first: Math.min(first, time), last: Math.max(last, time) };
}
