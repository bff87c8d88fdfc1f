import { atom } from 'nanostores';
import type { FeedFacts, PriceMap } from '../lib/contract/entities.ts';
import { defaultTradingLimits } from '../lib/trading/limits.ts';
import { askFeedFacts } from './realtime/feed-facts.ts';
import { elapsedMs } from './realtime/page-clock.ts';

/** Where prices come from; null until the server has said so. */
export const $feed = atom<FeedFacts | null>(null);

/** Loads and stores `$feed`; if that fails, the known value stays. */
export async function loadFeed(): Promise<FeedFacts | null> {
  const facts = await askFeedFacts();
  if (facts) $feed.set(facts);
  return $feed.get();
}

/** The price of one symbol. The book changes it in place: read it when notified, and keep no copy. */
export interface LivePrice {
  /** The ask; zero if there is none now. */
  buy: number;
  /** The bid; zero if there is none now. */
  sell: number;
  /**
   * The ask of the newest price that had both sides; zero if there was none. Positions are valued at it while there is
   * no price.
   */
  lastBuy: number;
  /** The bid of that price. */
  lastSell: number;
  /** When both sides were last present, by the book's clock; −Infinity: never, as far as the server knows. */
  goodMs: number;
  /** Too old to fill an order. */
  stale: boolean;
}

/** The browser's prices. Listeners are notified once per flush, however many price updates have arrived. */
export interface PriceBook {
  get: (symbol: string) => Readonly<LivePrice> | undefined;
  /** Milliseconds since a symbol last had both sides; Infinity: never; 0 if the symbol is unknown. */
  ageMs: (symbol: string) => number;
  /** Merges one price update. Ignores values that are not prices. */
  apply: (update: PriceMap) => void;
  /** Calls `listener` once per flush, if any of the symbols has changed since the last one; returns a stop function. */
  watch: (symbols: readonly string[], listener: () => void) => () => void;
  /**
   * Marks prices that have become stale, by the current limit. Also notifies listeners of prices that are stale
   * already, so that the displayed age advances.
   */
  sweep: () => void;
}

export interface PriceBookParts {
  /** Calls `flush`, which notifies the listeners, after the current update is merged and before the next paint. */
  schedule: (flush: () => void) => void;
  /**
   * Milliseconds from an arbitrary start, by a clock that only goes forward: the age of a price must not depend on the
   * time of day.
   */
  now: () => number;
  staleAfterMs: () => number;
}

export function createPriceBook({ schedule, now, staleAfterMs }: PriceBookParts): PriceBook {
  const prices = new Map<string, LivePrice>();
  const listeners = new Map<string, Set<() => void>>();
  const changed = new Set<string>();

  function flush() {
    const due = new Set<() => void>();
    for (const symbol of changed) listeners.get(symbol)?.forEach((listener) => due.add(listener));
    changed.clear();
    for (const listener of due) listener();
  }

  function touch(symbol: string) {
    if (changed.size === 0) schedule(flush);
    changed.add(symbol);
  }

  return {
    get: (symbol) => prices.get(symbol),
    ageMs: (symbol) => now() - (prices.get(symbol)?.goodMs ?? now()),
    apply(update) {
      const nowMs = now();
      for (const symbol in update) {
        const next = update[symbol];
        if (!next || !Number.isFinite(next.buy) || !Number.isFinite(next.sell)) continue;
        const { buy, sell } = next;
        const ageMs = next.age_ms ?? 0;
        const isGood = buy > 0 && sell > 0;
        const known = prices.get(symbol);
        const goodMs = isGood ? nowMs - ageMs : (known?.goodMs ?? -Infinity);
        const [lastBuy, lastSell] = isGood ? [buy, sell] : [known?.lastBuy ?? 0, known?.lastSell ?? 0];
        const price = { buy, sell, lastBuy, lastSell, goodMs, stale: isGood && ageMs >= staleAfterMs() };
        if (known) Object.assign(known, price);
        else prices.set(symbol, price);
        touch(symbol);
      }
    },
    watch(symbols, listener) {
      for (const symbol of symbols) {
        const known = listeners.get(symbol);
        if (known) known.add(listener);
        else listeners.set(symbol, new Set([listener]));
      }
      return () => symbols.forEach((symbol) => listeners.get(symbol)?.delete(listener));
    },
    sweep() {
      const oldest = now() - staleAfterMs();
      for (const [symbol, price] of prices) {
        const isOld = price.goodMs <= oldest && price.buy > 0 && price.sell > 0;
        if (isOld || price.stale) touch(symbol);
        price.stale = isOld;
      }
    },
  };
}

let isHeld = false;

/** Holds the next flush until the next animation frame. */
function holdFlush(): void {
  isHeld = true;
  requestAnimationFrame(() => (isHeld = false));
}

/**
 * Flushes as soon as the update is merged. If there was a flush since the last animation frame, it waits for the next
 * animation frame. The chart draws in the animation frame after a change, so if every flush waited, the chart would be
 * painted later than everything else. A hidden page has no animation frames: it flushes once, then when it is shown.
 */
function scheduleFlush(flush: () => void): void {
  if (!isHeld) {
    holdFlush();
    queueMicrotask(flush);
    return;
  }
  requestAnimationFrame(() => {
    holdFlush();
    flush();
  });
}

/** The page's only price book. */
export const priceBook = createPriceBook({
  schedule: scheduleFlush,
  now: elapsedMs,
  staleAfterMs: () => $feed.get()?.quote_max_age_ms ?? defaultTradingLimits.quoteMaxAgeMs,
});

/** Whether both sides are present and fresh enough to trade at. */
export function isLive(price: Readonly<LivePrice> | undefined): price is Readonly<LivePrice> {
  return price !== undefined && price.buy > 0 && price.sell > 0 && !price.stale;
}
