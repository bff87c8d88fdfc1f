import type { Candle } from '../../lib/contract/entities.ts';
import { bucketStart, resolutionSeconds } from '../../lib/trading/candle.ts';
import { isTradable } from '../../lib/trading/quote.ts';
import type { TradingLimits } from '../../lib/trading/limits.ts';
import type { Quote } from '../../lib/trading/quote.ts';
import type { Market } from '../market/market.ts';
import type { Runtime } from '../runtime.ts';
import type { Intent, Strategy } from './strategy.ts';

export interface SignalsParts {
  strategy: Strategy;
  market: Pick<Market, 'quotes' | 'candles'>;
  runtime: Pick<Runtime, 'elapsedMs'>;
  limits: Pick<TradingLimits, 'quoteMaxAgeMs'>;
}

/**
 * A symbol whose newest quote is in a candle that has not been followed yet. `time` is that candle's start, in unix
 * seconds; all candles before it are closed.
 */
export interface Turn {
  symbol: string;
  time: number;
  quote: Quote;
}

/** Finds out when to ask a strategy, and asks it. */
export interface Signals {
  /**
   * Returns the symbols whose newest closed candle has not been followed yet. Symbols that are halted or have a stale
   * quote are left for later.
   */
  turns: () => Turn[];
  /** Marks a turn as followed. */
  followed: (turn: Turn) => void;
  /** Asks the strategy for its intents, given the closed candles before the turn. */
  read: (turn: Turn) => Promise<readonly Intent[]>;
}

/**
 * How many times further back to search than a market that never closes would need, because a market that closes at
 * weekends has gaps.
 */
const gapFactor = 4;

export function createSignals({ strategy, market, runtime, limits }: SignalsParts): Signals {
  const seconds = resolutionSeconds[strategy.resolution];
  const followed = new Map<string, number>();

  /**
   * Loads the newest closed candles. Searches the whole stored past only if long gaps leave too few in the recent past.
   */
  async function closedCandles({ symbol, time }: Turn): Promise<Candle[]> {
    const near = time - gapFactor * strategy.candleCount * seconds;
    const candles = await market.candles(symbol, strategy.resolution, near, time - 1);
    if (candles.length >= strategy.candleCount) return candles.slice(-strategy.candleCount);
    return (await market.candles(symbol, strategy.resolution, 0, time - 1)).slice(-strategy.candleCount);
  }

  return {
    turns() {
      const nowMs = runtime.elapsedMs();
      return market.quotes.symbols.flatMap((symbol) => {
        const quote = market.quotes.get(symbol);
        if (!isTradable(quote, nowMs, limits)) return [];
        const time = bucketStart(quote.timeMs, seconds);
        return time > (followed.get(symbol) ?? -Infinity) ? [{ symbol, time, quote }] : [];
      });
    },
    followed: ({ symbol, time }) => void followed.set(symbol, time),
    async read(turn) {
      const { symbol, quote } = turn;
      return strategy.decide({ symbol, candles: await closedCandles(turn), quote });
    },
  };
}
