import type { StoredResolution } from '../../lib/contract/calls.ts';
import type { Candle, Direction } from '../../lib/contract/entities.ts';
import type { Intent, Strategy } from './strategy.ts';
import { mostFreeMarginPercent } from './strategy.ts';

export interface CrossoverOptions {
  resolution: StoredResolution;
  /** The number of closes in each average. `fast` is less than `slow`. */
  fast: number;
  slow: number;
}

/**
 * Averages that differ by at most this fraction count as equal, because averages of equal rates can differ by rounding
 * errors.
 */
const equalFraction = 1e-12;

/**
 * The crossover of two simple moving averages of closes. The strategy buys when the fast average has risen above the
 * slow one, and sells when it has fallen below. While the fast average is above, it closes sell positions; while it is
 * below, buy positions. Averages that only touch have not crossed.
 */
export function createMovingAverageCrossover({ resolution, fast, slow }: CrossoverOptions): Strategy {
  const candleCount = 2 * slow;

  /**
   * Returns `buy` if the fast average is above the slow one at the close of `candles[last]`, `sell` if below, null if
   * equal.
   */
  function trendAt(candles: readonly Candle[], last: number): Direction | null {
    const slowMean = meanClose(candles, last, slow);
    const distance = meanClose(candles, last, fast) - slowMean;
    if (Math.abs(distance) <= equalFraction * slowMean) return null;
    return distance > 0 ? 'buy' : 'sell';
  }

  function trendBefore(candles: readonly Candle[]): Direction | null {
    for (let last = candles.length - 2; last >= slow - 1; last--) {
      const trend = trendAt(candles, last);
      if (trend !== null) return trend;
    }
    return null;
  }

  return {
    name: `moving-average crossover ${fast}/${slow}`,
    resolution,
    candleCount,
    decide(view) {
      const candles = view.candles.slice(-candleCount);
      if (candles.length < slow) return [];
      const trend = trendAt(candles, candles.length - 1);
      if (trend === null) return [];
      const oppositeSide = opposite(trend);
      const close: Intent = { kind: 'close', direction: oppositeSide };
      if (trendBefore(candles) !== oppositeSide) return [close];
      return [close, { kind: 'open', direction: trend, freeMarginPercent: mostFreeMarginPercent }];
    },
  };
}

function meanClose(candles: readonly Candle[], last: number, count: number): number {
  let sum = 0;
  for (let index = last - count + 1; index <= last; index++) sum += candles[index]?.close ?? NaN;
  return sum / count;
}

function opposite(direction: Direction): Direction {
  return direction === 'buy' ? 'sell' : 'buy';
}
