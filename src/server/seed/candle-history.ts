import type { Candle } from '../../lib/contract/entities.ts';
import { bucketStart, foldCandle, openCandle, resolutionSeconds } from '../../lib/trading/candle.ts';
import type { Random } from '../market/random.ts';
import { gaussian } from '../market/random.ts';

/** `full` goes back 12 months, `short` two days: enough for tests. */
export type HistoryDepth = 'full' | 'short';

export interface HistoryFacts {
  /** The exact close of the history's last candle. */
  openingRate: number;
  /** Standard deviation of a day's return, as a fraction. */
  dailyVolatility: number;
  digits: number;
  nowMs: number;
  depth: HistoryDepth;
  random: Random;
}

export interface CandleSeries {
  resolutionSeconds: number;
  candles: Candle[];
}

/** A span of the finest history: the length of its buckets, and how long ago it starts. */
interface Span {
  seconds: number;
  backSeconds: number;
}

const hour = 3600;
const day = 86_400;

/**
 * Coarsest and oldest first. Each span starts at a bucket boundary of the coarser one before it, the first at midnight.
 */
const spans: Readonly<Record<HistoryDepth, readonly Span[]>> = {
  full: [
    { seconds: hour, backSeconds: 365 * day },
    { seconds: 900, backSeconds: 15 * day },
    { seconds: 300, backSeconds: 5 * day },
    { seconds: 60, backSeconds: day },
  ],
  short: [
    { seconds: hour, backSeconds: 2 * day },
    { seconds: 900, backSeconds: day },
    { seconds: 300, backSeconds: 6 * hour },
    { seconds: 60, backSeconds: 2 * hour },
  ],
};

const stepsPerBucket = 4;
const moodVariance = 0.04 ** 2 / (1 - 0.995 ** 2);

/**
 * Generates the past of one asset, which ends now at its opening rate: one random walk in the finest buckets that are
 * stored for each age. Every resolution is aggregated from this walk, so they all agree. Each candle opens where the
 * previous one closed.
 */
export function makeCandleHistory(facts: HistoryFacts): CandleSeries[] {
  const finest = walk(facts);
  return Object.values(resolutionSeconds).map((seconds) => ({
    resolutionSeconds: seconds,
    candles: fold(finest, seconds),
  }));
}

interface FinestCandle extends Candle {
  seconds: number;
}

function walk({ openingRate, dailyVolatility, digits, nowMs, depth, random }: HistoryFacts): FinestCandle[] {
  // While walking, the candles contain logarithms relative to the start; afterwards they are scaled so that the walk
  // ends at the opening rate.
  const candles: FinestCandle[] = [];
  let level = 0;
  let mood = 0;
  for (const { time, seconds } of buckets(nowMs, depth)) {
    // Quiet and busy times alternate slowly; subtracting the mood's variance keeps the mean volatility unchanged.
    mood = 0.995 * mood + 0.04 * gaussian(random);
    const deviation = dailyVolatility * Math.sqrt(seconds / day / stepsPerBucket) * Math.exp(mood - moodVariance);
    const candle = { ...openCandle(time, level), seconds };
    for (let step = 0; step < stepsPerBucket; step += 1) {
      level += deviation * gaussian(random);
      if (level > candle.high) candle.high = level;
      if (level < candle.low) candle.low = level;
    }
    candle.close = level;
    candles.push(candle);
  }
  const scale = 10 ** digits;
  const rateOf = (log: number) => Math.round(openingRate * Math.exp(log - level) * scale) / scale;
  for (const candle of candles) {
    candle.open = rateOf(candle.open);
    candle.high = rateOf(candle.high);
    candle.low = rateOf(candle.low);
    candle.close = rateOf(candle.close);
  }
  const last = candles.at(-1);
  if (last) endAt(last, openingRate);
  return candles;
}

/** Ends the history exactly at the opening rate, which may have more digits than the asset's quotes. */
function endAt(candle: Candle, rate: number): void {
  candle.close = rate;
  candle.high = Math.max(candle.high, rate);
  candle.low = Math.min(candle.low, rate);
}

/** The buckets of the finest history, oldest first, up to the current one. */
function* buckets(nowMs: number, depth: HistoryDepth): Generator<{ time: number; seconds: number }> {
  const parts = spans[depth];
  const starts = parts.map(({ backSeconds }, index) =>
    bucketStart(nowMs - backSeconds * 1000, parts[index - 1]?.seconds ?? day),
  );
  for (const [index, { seconds }] of parts.entries()) {
    const start = starts[index] ?? 0;
    const end = starts[index + 1] ?? bucketStart(nowMs, seconds) + seconds;
    for (let time = start; time < end; time += seconds) yield { time, seconds };
  }
}

function fold(finest: readonly FinestCandle[], seconds: number): Candle[] {
  const candles: Candle[] = [];
  let current: Candle | undefined;
  for (const { seconds: finestSeconds, ...finer } of finest) {
    if (finestSeconds > seconds) continue;
    const time = bucketStart(finer.time * 1000, seconds);
    if (current?.time === time) {
      foldCandle(current, finer);
    } else {
      current = { ...finer, time };
      candles.push(current);
    }
  }
  return candles;
}
