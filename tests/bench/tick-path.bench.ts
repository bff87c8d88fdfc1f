import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createCandleBook } from '../../src/server/market/candle-book.ts';
import type { OnQuote } from '../../src/server/market/feed.ts';
import type { QuoteBook } from '../../src/server/market/quote-book.ts';
import { createQuoteBook } from '../../src/server/market/quote-book.ts';
import { createSeededRandom, gaussian } from '../../src/server/market/random.ts';
import { eventText, pricesSince, webSocketFrame } from '../../src/server/socket/price-socket.ts';
import { createTriggerBook } from '../../src/server/triggers/trigger-book.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import { makePosition } from './peers/watched-positions.ts';

const recordedDay = '../shared/market-data/day.csv.gz';
const startMs = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;
const rounds = amount({ full: 5, smoke: 1 });
const madeQuotes = amount({ full: 500_000, smoke: 5_000 });
/** Quotes between two price updates. At these speeds updates are built far more often than ten times a second. */
const quotesAFrame = 1000;
const openPositions = amount({ full: 1_000_000, smoke: 4_000 });

/** A generated day of quotes in the format of the recorded one. Every fiftieth quote is crossed. */
function makeDay(count = madeQuotes): string {
  const random = createSeededRandom(1);
  const mids = Array.from({ length: 40 }, (_, index) => 10 ** (index % 5));
  const lines = ['ms_of_day,symbol,bid,ask'];
  for (let index = 0; index < count; index++) {
    const asset = Math.floor(random() * mids.length);
    const mid = (mids[asset] ?? 1) * (1 + 1e-5 * gaussian(random));
    mids[asset] = mid;
    const half = mid * (index % 50 === 0 ? -1e-4 : 1e-4);
    lines.push(
      `${Math.floor((index / count) * dayMs)},MADE${asset},${(mid - half).toFixed(5)},${(mid + half).toFixed(5)}`,
    );
  }
  return lines.join('\n');
}

function parse(text: string, offsetMs: number, accept: OnQuote): number {
  let count = 0;
  for (const line of text.split('\n')) {
    const [offset, symbol, bid, ask] = line.split(',');
    const timeMs = Number(offset);
    if (!symbol || Number.isNaN(timeMs)) continue;
    accept(symbol, Number(bid), Number(ask), offsetMs + timeMs, offsetMs + timeMs);
    count++;
  }
  return count;
}

interface Quotes {
  symbols: string[];
  bids: Float64Array;
  asks: Float64Array;
  timesMs: Float64Array;
}

function collect(text: string): Quotes {
  const [symbols, bids, asks, timesMs] = [[] as string[], [] as number[], [] as number[], [] as number[]];
  const known = new Map<string, string>();
  parse(text, 0, (symbol, bid, ask, timeMs) => {
    if (!known.has(symbol)) known.set(symbol, symbol);
    symbols.push(known.get(symbol) ?? symbol);
    bids.push(bid);
    asks.push(ask);
    timesMs.push(timeMs);
  });
  return {
    symbols,
    bids: Float64Array.from(bids),
    asks: Float64Array.from(asks),
    timesMs: Float64Array.from(timesMs),
  };
}

function replay({ symbols, bids, asks, timesMs }: Quotes, offsetMs: number, accept: OnQuote): number {
  for (let index = 0; index < symbols.length; index++) {
    const atMs = offsetMs + (timesMs[index] ?? 0);
    accept(symbols[index] ?? '', bids[index] ?? 0, asks[index] ?? 0, atMs, atMs);
  }
  return symbols.length;
}

interface Path {
  accept: OnQuote;
  dropped: () => number;
  fired: () => number;
}

/** The path of a quote through the server: book, candles, triggers, and a price update with the changes. */
function createPath(symbols: readonly string[]): Path {
  const candles = createCandleBook({ symbols });
  const book = createQuoteBook({ symbols, onQuote: candles.accept });
  const fired = watchPositions(book);
  let untilFrame = quotesAFrame;
  let revision = 0;
  const accept: OnQuote = (symbol, bid, ask, timeMs, arrivedMs) => {
    book.accept(symbol, bid, ask, timeMs, arrivedMs);
    if (--untilFrame > 0) return;
    const text = eventText({ namespace: '/prices', name: 'prices', data: pricesSince(book, revision) });
    webSocketFrame('text', Buffer.from(text));
    revision = book.revision;
    untilFrame = quotesAFrame;
  };
  return { accept, fired, dropped: () => Object.values(book.drops).reduce((sum, count) => sum + count, 0) };
}

/**
 * Opens a symbol's positions at its first quote, and replaces each one that fires. Returns a function that counts the
 * fired ones.
 */
function watchPositions(book: QuoteBook): () => number {
  const random = createSeededRandom(2);
  let [opened, fired] = [0, 0];
  const open = (symbolIndex: number, rate: number) => {
    const symbol = book.symbols[symbolIndex] ?? '';
    triggers.put(makePosition({ number: opened++, symbol, rate }, random));
  };
  const triggers = createTriggerBook({
    symbols: book.symbols,
    onFired(_id, _accountId, symbolIndex) {
      fired++;
      open(symbolIndex, book.get(book.symbols[symbolIndex] ?? '')?.bid ?? 0);
    },
  });
  const known = new Uint8Array(book.symbols.length);
  book.onQuote((symbolIndex, bid, ask) => {
    triggers.accept(symbolIndex, bid, ask);
    if (known[symbolIndex] !== 0) return;
    known[symbolIndex] = 1;
    for (let count = openPositions / book.symbols.length; count > 0; count--) open(symbolIndex, bid);
  });
  return () => fired;
}

function createMapStore(): OnQuote {
  const store = new Map<string, { bid: number; ask: number; timeMs: number }>();
  return (symbol, bid, ask, timeMs) => store.set(symbol, { bid, ask, timeMs });
}

type Run = (offsetMs: number, accept: OnQuote) => number;

/** The median speed of the rounds in quotes a second. Each round replays the next day; the first one only warms up. */
function speedOf(run: Run, accept: OnQuote): number {
  const speeds: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const from = performance.now();
    const count = run(startMs + round * dayMs, accept);
    if (round > 0) speeds.push((count / (performance.now() - from)) * 1000);
  }
  return speeds.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

/**
 * Bytes that book and candles allocate per quote, including the candles of new buckets. Numbers that are boxed for a
 * call are subtracted, because an empty `accept` in the same loop allocates them too.
 */
function bytesAQuote(quotes: Quotes): string {
  const { gc } = globalThis;
  if (!gc) return 'allocation not measured';
  const symbols = [...new Set(quotes.symbols)];
  const candles = createCandleBook({ symbols });
  const book = createQuoteBook({ symbols, onQuote: candles.accept });
  const allocated = (accept: OnQuote) => {
    replay(quotes, startMs, accept);
    gc();
    const before = process.memoryUsage().heapUsed;
    replay(quotes, startMs + dayMs, accept);
    return process.memoryUsage().heapUsed - before;
  };
  const bytes = (allocated(book.accept) - allocated(() => undefined)) / quotes.symbols.length;
  return `${Math.max(0, bytes).toFixed(0)} bytes allocated a quote`;
}

/**
 * Quotes a second on one core with a million open positions, parsed from text and by `accept` alone, each compared with
 * a bare store of the same quotes.
 */
export function measure(): Promise<Measurement[]> {
  const recorded = amount({ full: existsSync(recordedDay), smoke: false });
  const text = recorded ? gunzipSync(readFileSync(recordedDay)).toString('latin1') : makeDay();
  const quotes = collect(text);
  const symbols = [...new Set(quotes.symbols)];
  const fromText: Run = (offsetMs, accept) => parse(text, offsetMs, accept);
  const parsed: Run = (offsetMs, accept) => replay(quotes, offsetMs, accept);
  const day = recorded ? 'recorded day' : 'made day';
  const path = createPath(symbols);
  const results: Measurement[] = [
    {
      figure: `tick path from text to frame, ${day}`,
      value: speedOf(fromText, createPath(symbols).accept),
      unit: 'quotes/s',
      baseline: { name: 'the same parsing into a Map', value: speedOf(fromText, createMapStore()) },
      note: `${quotes.symbols.length} quotes, a frame every ${quotesAFrame}, ${openPositions.toLocaleString('en')} open positions`,
    },
    {
      figure: `tick path through take(), ${day}`,
      value: speedOf(parsed, path.accept),
      unit: 'quotes/s',
      baseline: { name: 'into a Map', value: speedOf(parsed, createMapStore()) },
      note: `${path.dropped()} dropped and ${path.fired()} positions fired in ${rounds + 1} days, ${bytesAQuote(quotes)}`,
    },
  ];
  return Promise.resolve(results);
}
