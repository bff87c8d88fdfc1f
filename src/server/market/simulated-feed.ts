import type { Schedule } from '../schedule.ts';
import { systemSchedule } from '../schedule.ts';
import type { AssetRow } from './assets-rows.ts';
import type { Feed, OnQuote } from './feed.ts';
import type { Runtime } from '../runtime.ts';
import type { Random } from './random.ts';
import { createSecretRandom, createSeededRandom, gaussian, seedOf } from './random.ts';

export const simulatedFeedName = 'simulated';

export type SimulatedAsset = Pick<AssetRow, 'symbol' | 'referenceRate' | 'dailyVolatility' | 'quotedSpread' | 'digits'>;

export interface SimulatedFeedOptions {
  assets: readonly SimulatedAsset[];
  /**
   * Null: quotes are unpredictable. With a seed, the same clocks give the same quotes, so whoever guesses the seed can
   * predict them.
   */
  seed: number | null;
  runtime: Pick<Runtime, 'now' | 'elapsedMs' | 'randomBytes'>;
  /** Bids to continue from, such as the last stored closes; an asset without one starts at its reference rate. */
  lastBids?: ReadonlyMap<string, number>;
  schedule?: Schedule;
}

const stepMs = 50;
const dayMs = 86_400_000;
/**
 * How fast a price reverts to its reference rate: a deviation halves in 60 days, so that prices stay plausible for
 * months.
 */
const reversionPerDay = Math.LN2 / 60;
/** If a quote is overdue by more than this, because the machine slept, the missed quotes are skipped. */
const longestLagMs = 2000;
/**
 * The shortest and longest interval between two quotes of an asset: one to four quotes a second. Intervals are
 * distributed evenly on a logarithmic scale.
 */
const tickMs = { shortest: 250, longest: 1000 };

/** The state of one asset: a random walk of the logarithm of its price, which reverts to the reference rate. */
interface Walk {
  asset: SimulatedAsset;
  random: Random;
  /** ln(mid / reference rate). */
  deviation: number;
  /** When the last quote was made, in milliseconds since the start. */
  lastMs: number;
  /** When the next quote is due, in milliseconds since the start. */
  nextMs: number;
}

/**
 * Generates quotes. Each asset has its own volatility and spread and is quoted at random intervals. Bids and asks are
 * rounded to its digits, above zero and never crossed.
 */
export function createSimulatedFeed(options: SimulatedFeedOptions): Feed {
  const { assets, seed, runtime, lastBids, schedule = systemSchedule } = options;
  const secret = createSecretRandom(runtime.randomBytes);
  let halt: (() => void) | undefined;
  let walks: Walk[] = [];

  function startWalk(asset: SimulatedAsset, startMs: number): Walk {
    const mid = openingMid(asset, lastBids?.get(asset.symbol));
    // The start time is mixed in so that a restart does not play the same market again.
    const seconds = Math.floor(startMs / 1000);
    const random = seed === null ? secret : createSeededRandom(seedOf(seed ^ seconds, asset.symbol));
    return { asset, random, deviation: Math.log(mid / asset.referenceRate), lastMs: 0, nextMs: 0 };
  }

  return {
    name: simulatedFeedName,
    origin: 'simulated',
    openingRates: () => {
      const bids = new Map<string, number>();
      for (const asset of assets) quoteOpening(startWalk(asset, 0), (symbol, bid) => bids.set(symbol, bid));
      return Promise.resolve(bids);
    },
    start(onQuote) {
      const startedMs = runtime.elapsedMs();
      const startMs = runtime.now();
      walks = assets.map((asset) => startWalk(asset, startMs));
      const opening = stamped(onQuote, { wallMs: startMs, arrivedMs: startedMs });
      for (const walk of walks) quoteOpening(walk, opening);
      halt = schedule(() => {
        const elapsedMs = runtime.elapsedMs() - startedMs;
        const onTimedQuote = stamped(onQuote, { wallMs: runtime.now() - elapsedMs, arrivedMs: startedMs });
        for (const walk of walks) catchUp(walk, elapsedMs, onTimedQuote);
      }, stepMs);
    },
    changeSpread(symbol, quotedSpread) {
      const walk = walks.find(({ asset }) => asset.symbol === symbol);
      if (walk) walk.asset = { ...walk.asset, quotedSpread };
    },
    stop() {
      halt?.();
      return Promise.resolve();
    },
  };
}

/** Receives a quote with its time in milliseconds since the start. */
type OnTimedQuote = (symbol: string, bid: number, ask: number, sinceStartMs: number) => void;

/** Converts times since the start to times on both clocks, from the start time on each. */
function stamped(onQuote: OnQuote, { wallMs, arrivedMs }: { wallMs: number; arrivedMs: number }): OnTimedQuote {
  return (symbol, bid, ask, sinceStartMs) => onQuote(symbol, bid, ask, wallMs + sinceStartMs, arrivedMs + sinceStartMs);
}

function openingMid(asset: SimulatedAsset, lastBid: number | undefined): number {
  return lastBid === undefined ? asset.referenceRate : lastBid / (1 - asset.quotedSpread / 2);
}

/** Makes the first quote, at the rate where the history ends and with the asset's own spread. */
function quoteOpening(walk: Walk, onQuote: OnTimedQuote): void {
  quote(walk, walk.asset.quotedSpread, onQuote);
  walk.nextMs = walk.lastMs + drawInterval(walk.random);
}

function catchUp(walk: Walk, nowMs: number, onQuote: OnTimedQuote): void {
  if (nowMs - walk.nextMs > longestLagMs) walk.nextMs = nowMs;
  while (walk.nextMs <= nowMs) {
    move(walk);
    quote(walk, walk.asset.quotedSpread * (0.8 + 0.4 * walk.random()), onQuote);
    walk.nextMs += drawInterval(walk.random);
  }
}

/** Makes an exact step of the Ornstein-Uhlenbeck process, whatever the time since the last step. */
function move(walk: Walk): void {
  const days = (walk.nextMs - walk.lastMs) / dayMs;
  const spreadOut = Math.sqrt(-Math.expm1(-2 * reversionPerDay * days) / (2 * reversionPerDay));
  walk.deviation =
    walk.deviation * Math.exp(-reversionPerDay * days) + walk.asset.dailyVolatility * spreadOut * gaussian(walk.random);
  walk.lastMs = walk.nextMs;
}

function quote(walk: Walk, spread: number, onQuote: OnTimedQuote): void {
  const { symbol, referenceRate, digits } = walk.asset;
  const mid = referenceRate * Math.exp(walk.deviation);
  const scale = 10 ** digits;
  const bid = Math.max(1, Math.round(mid * (1 - spread / 2) * scale));
  const ask = Math.max(bid + 1, Math.round(mid * (1 + spread / 2) * scale));
  onQuote(symbol, bid / scale, ask / scale, walk.lastMs);
}

function drawInterval(random: Random): number {
  return Math.round(tickMs.shortest * (tickMs.longest / tickMs.shortest) ** random());
}
