import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMovingAverageCrossover } from '../../../../src/server/strategies/moving-average-crossover.ts';
import type { BacktestResult } from '../../../../src/server/strategies/backtest/backtest.ts';
import { createBacktest } from '../../../../src/server/strategies/backtest/backtest.ts';
import { quotesOf } from '../../../../src/server/strategies/backtest/run-backtest.ts';
import type { Strategy } from '../../../../src/server/strategies/strategy.ts';
import { candlesOf } from '../candles-of.ts';

const minuteMs = 60_000;
const crossover = createMovingAverageCrossover({ resolution: '1m', fast: 2, slow: 3 });

interface Sides {
  bid: number;
  ask: number;
  timeMs: number;
}

interface Setting {
  strategy?: Strategy;
  leverage?: number;
  balanceMinor?: number;
}

function backtest(quotes: readonly Sides[], setting: Setting = {}): BacktestResult {
  const { strategy = crossover, leverage = 1, balanceMinor = 1_000_000 } = setting;
  const test = createBacktest({ strategy, symbol: 'BTCUSD', balanceMinor, leverage });
  for (const { bid, ask, timeMs } of quotes) test.accept(bid, ask, timeMs);
  return test.finish();
}

/** One quote in the middle of each minute. Asks are one above bids. */
const everyMinute = (bids: readonly number[]) =>
  bids.map((bid, minute) => ({ bid, ask: bid + 1, timeMs: (minute + 0.5) * minuteMs }));

/** A strategy with the same intent at every candle. */
const always = (direction: 'buy' | 'sell', freeMarginPercent = 2): Strategy => ({
  ...crossover,
  decide: () => [{ kind: 'open', direction, freeMarginPercent }],
});

const moves = fc.array(
  fc.record({ change: fc.double({ min: -0.05, max: 0.05, noNaN: true }), waitMs: fc.integer({ min: 1, max: 90_000 }) }),
  { minLength: 10, maxLength: 120 },
);
const quotesFrom = (steps: readonly { change: number; waitMs: number }[]): Sides[] => {
  let [bid, timeMs] = [1_000, 0];
  return steps.map(({ change, waitMs }) => {
    bid *= 1 + change;
    timeMs += waitMs;
    return { bid, ask: bid * 1.0002, timeMs };
  });
};

describe('a backtest', () => {
  test('fills a signal at the first price after its candle, by the product’s rates, sizes and profits', () => {
    // The averages cross up at the close of the fourth candle and down at that of the sixth.
    const { trades, finalBalanceMinor, candles } = backtest(everyMinute([100, 90, 80, 120, 130, 60, 61]));
    expect(trades).toEqual([
      {
        direction: 'buy',
        amountMinor: 20_000,
        leverage: 1,
        openedMs: 4.5 * minuteMs,
        openRate: 131.03275,
        closedMs: 6.5 * minuteMs,
        closedRate: 61,
        // (61 − 131.03275) × 200.00 / 131.03275 = −106.8934…
        profitMinor: -10_689,
        reason: 4,
      },
      {
        direction: 'sell',
        amountMinor: 19_786,
        leverage: 1,
        openedMs: 6.5 * minuteMs,
        openRate: 60.98475,
        closedMs: 6.5 * minuteMs,
        closedRate: 62,
        // (60.98475 − 62) × 197.86 / 60.98475 = −3.2938…
        profitMinor: -329,
        reason: null,
      },
    ]);
    expect(finalBalanceMinor).toBe(1_000_000 - 10_689 - 329);
    expect(candles).toBe(6);
  });

  test('closes a position whose loss has reached its amount, and loses no more on a gap', () => {
    const { trades } = backtest(everyMinute([100, 100, 60]), { strategy: always('buy'), leverage: 10 });
    expect(trades[0]).toMatchObject({ reason: 3, closedRate: 60, amountMinor: 20_000, profitMinor: -20_000 });
  });

  test('never takes more than 2 % of the free margin, and nothing below 1.00', () => {
    const greedy = always('buy', 100);
    expect(backtest(everyMinute([100, 100]), { strategy: greedy }).trades[0]?.amountMinor).toBe(20_000);
    expect(backtest(everyMinute([100, 100]), { strategy: greedy, balanceMinor: 4_999 }).trades).toEqual([]);
  });

  test('has at most one open position, whatever the strategy wants', () => {
    const { trades } = backtest(everyMinute([100, 100, 100, 100, 100]), { strategy: always('sell') });
    expect(trades).toHaveLength(1);
  });

  test('reports the largest drawdown of the equity', () => {
    const { largestDrawdownMinor, largestDrawdownPercent } = backtest(everyMinute([100, 100, 200, 150, 180]), {
      strategy: always('buy'),
    });
    // 200.00 invested at 101.02525: profit is 195.94 at 200 and 96.96 at 150.
    expect(largestDrawdownMinor).toBe(9_898);
    expect(largestDrawdownPercent).toBeCloseTo((100 * 9_898) / 1_019_594, 10);
  });

  test('does not look ahead: later prices do not change earlier trades', () => {
    fc.assert(
      fc.property(moves, moves, fc.nat(), (steps, others, cut) => {
        const quotes = quotesFrom(steps);
        const known = quotes.slice(0, 1 + (cut % quotes.length));
        const lastMs = known.at(-1)?.timeMs ?? 0;
        const later = quotesFrom(others).map((quote) => ({ ...quote, timeMs: quote.timeMs + lastMs }));
        const upToNow = ({ trades }: BacktestResult) =>
          trades
            .flatMap(({ reason, closedMs, closedRate, profitMinor, ...opened }) => [
              { timeMs: opened.openedMs, ...opened },
              ...(reason === null ? [] : [{ timeMs: closedMs, closedRate, profitMinor, reason }]),
            ])
            .filter(({ timeMs }) => timeMs <= lastMs);
        expect(upToNow(backtest([...known, ...later]))).toEqual(upToNow(backtest(known)));
      }),
    );
  });

  test('never fills at a price before its signal, and balances to the cent', () => {
    fc.assert(
      fc.property(moves, fc.constantFrom(1, 5, 30), (steps, leverage) => {
        const quotes = quotesFrom(steps);
        const { trades, finalBalanceMinor } = backtest(quotes, { leverage });
        for (const { openedMs } of trades) {
          const before = quotes.filter(({ timeMs }) => timeMs < openedMs).at(-1)?.timeMs ?? Infinity;
          // It is filled at the first quote of its minute: the previous candle had closed, and there was no quote in
          // between.
          expect(Math.floor(before / minuteMs)).toBeLessThan(Math.floor(openedMs / minuteMs));
        }
        expect(trades.every(({ profitMinor, amountMinor }) => profitMinor >= -amountMinor)).toBe(true);
        expect(finalBalanceMinor).toBe(trades.reduce((sum, { profitMinor }) => sum + profitMinor, 1_000_000));
      }),
    );
  });

  test('on candles uses the stored candles, and fills at the open of the next one', () => {
    const bids = [100, 90, 80, 120, 130, 60, 61];
    const candles = candlesOf(bids);
    const seen: number[][] = [];
    const watching: Strategy = {
      ...createMovingAverageCrossover({ resolution: '15m', fast: 2, slow: 3 }),
      decide: (view) => {
        seen.push(view.candles.map(({ close }) => close));
        expect(view.candles).toEqual(candles.slice(0, view.candles.length));
        return seen.length === 1 ? [{ kind: 'open', direction: 'buy', freeMarginPercent: 2 }] : [];
      },
    };
    const quotes = candles.flatMap((candle) => quotesOf(candle, 900, 0.01));
    const { trades } = backtest(quotes, { strategy: watching });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6].map((count) => bids.slice(0, count)));
    // The second candle opens at 100. Asks are 1 % above.
    expect(trades[0]).toMatchObject({ openedMs: 900_000, openRate: 101.02525 });
  });
});
