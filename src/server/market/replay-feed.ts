import { basename } from 'node:path';
import type { Runtime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';
import type { Feed, OnQuote } from './feed.ts';
import { faultOf } from './quote-book.ts';
import type { ReplayQuotes } from './replay-file.ts';
import { readReplayFile } from './replay-file.ts';

export interface ReplayFeedOptions {
  /** Gzipped CSV: `ms_of_day,symbol,bid,ask`. */
  file: string;
  /** How many seconds of the file are played in one second. */
  speed: number;
  clocks: Pick<Runtime, 'now' | 'elapsedMs'>;
  schedule?: Schedule;
}

const stepMs = 20;
/** The most quotes in one step; more would block the event loop. */
const mostQuotesAStep = 5000;
/** If the replay lags further behind, because the machine slept or the speed is out of reach, it does not catch up. */
const longestLagMs = 2000;
/** The pause between the last quote of the file and its first one when it starts over. */
const pauseMs = 1000;

/** The feed's name. Each recording has its own, so that the candles of recordings are stored separately. */
export function replayFeedName(file: string): string {
  return `replay:${basename(file).replace(/(\.csv)?(\.gz)?$/, '')}`;
}

/**
 * Replays a file of recorded quotes forever, at the recorded pace, stamped with the current time. Does not validate
 * quotes.
 */
export function createReplayFeed({ file, speed, clocks, schedule = systemSchedule }: ReplayFeedOptions): Feed {
  let quotes: Promise<ReplayQuotes> | undefined;
  let halt: (() => void) | undefined;
  let stopped = false;
  const load = () => (quotes ??= readReplayFile(file));

  async function run(onQuote: OnQuote): Promise<void> {
    const loaded = await load();
    if (stopped) return;
    halt = schedule(createPlayer({ quotes: loaded, speed, clocks, onQuote }), stepMs);
  }

  return {
    name: replayFeedName(file),
    origin: 'recorded',
    openingRates: async () => firstBids(await load()),
    start(onQuote) {
      void run(onQuote);
    },
    stop() {
      stopped = true;
      halt?.();
      return Promise.resolve();
    },
  };
}

interface PlayerParts {
  quotes: ReplayQuotes;
  speed: number;
  clocks: ReplayFeedOptions['clocks'];
  onQuote: OnQuote;
}

/**
 * Returns a function that plays the quotes that have become due since its last call. Due times are computed from the
 * start, so the pace cannot drift.
 */
function createPlayer({ quotes, speed, clocks, onQuote }: PlayerParts): () => void {
  const { count, offsetsMs, symbolIndexes, symbols, bids, asks } = quotes;
  const firstMs = offsetsMs[0] ?? 0;
  const roundMs = (offsetsMs[count - 1] ?? 0) - firstMs + pauseMs;
  let startedMs = clocks.elapsedMs();
  let next = 0;
  let rounds = 0;

  const dueMs = () => startedMs + (rounds * roundMs + (offsetsMs[next] ?? 0) - firstMs) / speed;

  return () => {
    const nowMs = clocks.elapsedMs();
    const wallAheadMs = clocks.now() - nowMs;
    const lagMs = nowMs - dueMs();
    if (lagMs > longestLagMs) startedMs += lagMs;
    for (let played = 0; played < mostQuotesAStep; played++) {
      const timeMs = dueMs();
      if (timeMs > nowMs) return;
      const symbol = symbols[symbolIndexes[next] ?? 0] ?? '';
      onQuote(symbol, bids[next] ?? NaN, asks[next] ?? NaN, Math.floor(wallAheadMs + timeMs), timeMs);
      next++;
      if (next < count) continue;
      next = 0;
      rounds++;
    }
  };
}

/** The bid of the first valid quote of each symbol. */
function firstBids(quotes: ReplayQuotes): Map<string, number> {
  const bids = new Map<string, number>();
  for (let index = 0; index < quotes.count && bids.size < quotes.symbols.length; index++) {
    const symbol = quotes.symbols[quotes.symbolIndexes[index] ?? 0] ?? '';
    const [bid, ask] = [quotes.bids[index] ?? NaN, quotes.asks[index] ?? NaN];
    if (!bids.has(symbol) && faultOf(bid, ask, 0, 0) === null) bids.set(symbol, bid);
  }
  return bids;
}
