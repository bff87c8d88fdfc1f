import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AssetTrades, CurveStep } from '../../../src/lib/trading/performance.ts';
import {
  equityCurve,
  periodStart,
  profitCurve,
  spaceInstants,
  sumUpTrades,
} from '../../../src/lib/trading/performance.ts';

/** The positions of one asset, closed with these profits. */
function tradesOf(symbol: string, profits: readonly number[]): AssetTrades {
  const wins = profits.filter((profit) => profit > 0);
  const losses = profits.filter((profit) => profit < 0);
  const sum = (of: readonly number[]) => of.reduce((total, profit) => total + profit, 0);
  return {
    ...{ symbol, trades: profits.length, wins: wins.length, losses: losses.length },
    ...{ wonMinor: sum(wins), lostMinor: sum(losses) },
    ...{ bestMinor: Math.max(...profits), worstMinor: Math.min(...profits) },
  };
}

describe('the sum of trades', () => {
  test('of three assets: rates, averages, best and worst, and the most profitable asset first', () => {
    const { assets, ...sums } = sumUpTrades([
      tradesOf('EURUSD', [-10_00, -5_01]),
      tradesOf('BTCUSD', [30_00, 10_05, -20_00]),
      tradesOf('XAUUSD', [0]),
    ]);
    expect(sums).toEqual({
      ...{ trades: 6, wins: 2, losses: 3, wonMinor: 40_05, lostMinor: -35_01, profitMinor: 5_04 },
      // 40.05 / 2 is half way between two cents, and 35.01 / 3 is 11.67.
      ...{ winPercent: 33.33, averageWinMinor: 20_02, averageLossMinor: -11_67, profitFactor: 1.14 },
      ...{ best: { symbol: 'BTCUSD', profitMinor: 30_00 }, worst: { symbol: 'BTCUSD', profitMinor: -20_00 } },
    });
    expect(assets.map(({ symbol, profitMinor }) => [symbol, profitMinor])).toEqual([
      ['BTCUSD', 20_05],
      ['XAUUSD', 0],
      ['EURUSD', -15_01],
    ]);
  });

  test('of nothing divides by nothing', () => {
    expect(sumUpTrades([])).toEqual({
      ...{ trades: 0, wins: 0, losses: 0, wonMinor: 0, lostMinor: 0, profitMinor: 0, assets: [] },
      ...{ winPercent: null, averageWinMinor: null, averageLossMinor: null, profitFactor: null },
      ...{ best: null, worst: null },
    });
  });

  test('without a loss has no profit factor, and without a win one of zero', () => {
    expect(sumUpTrades([tradesOf('BTCUSD', [5, 0])])).toMatchObject({ profitFactor: null, averageLossMinor: null });
    expect(sumUpTrades([tradesOf('BTCUSD', [-5, 0])])).toMatchObject({ profitFactor: 0, averageWinMinor: null });
  });

  test('stays exact where a product of two sums would not be a safe integer', () => {
    const won = 9_007_199_254_740_001;
    expect(sumUpTrades([tradesOf('BTCUSD', [won, -1_000_000_000])])).toMatchObject({ profitFactor: 9_007_199.25 });
  });

  const profit = fc.integer({ min: -1_000_000_00, max: 5_000_000_00 });
  const traded = fc
    .uniqueArray(fc.tuple(fc.stringMatching(/^[A-Z]{3,6}$/), fc.array(profit, { minLength: 1, maxLength: 30 })), {
      selector: ([symbol]) => symbol,
      maxLength: 8,
    })
    .map((all) => ({ profits: all.flatMap(([, profits]) => profits), assets: all.map((one) => tradesOf(...one)) }));

  test('is the same however the positions are divided among assets', () => {
    fc.assert(
      fc.property(traded, ({ profits, assets }) => {
        const { assets: listed, best, worst, ...sums } = sumUpTrades(assets);
        const whole = sumUpTrades(profits.length === 0 ? [] : [tradesOf('ALL', profits)]);
        expect(sums).toEqual({ ...whole, assets: undefined, best: undefined, worst: undefined });
        expect([best?.profitMinor, worst?.profitMinor]).toEqual([whole.best?.profitMinor, whole.worst?.profitMinor]);
        expect(listed.reduce((total, { profitMinor }) => total + profitMinor, 0)).toBe(sums.profitMinor);
        const made = listed.map(({ profitMinor }) => profitMinor);
        expect(made).toEqual(made.toSorted((a, b) => b - a));
      }),
    );
  });

  test('has whole minor units, and averages between the extremes', () => {
    fc.assert(
      fc.property(traded, ({ assets }) => {
        const { winPercent, averageWinMinor, averageLossMinor, profitFactor, profitMinor, best, worst } =
          sumUpTrades(assets);
        for (const money of [profitMinor, averageWinMinor ?? 0, averageLossMinor ?? 0])
          expect(Number.isSafeInteger(money)).toBe(true);
        expect(winPercent ?? 0).toBeGreaterThanOrEqual(0);
        expect(winPercent ?? 0).toBeLessThanOrEqual(100);
        expect(averageWinMinor ?? 0).toBeLessThanOrEqual(Math.max(0, best?.profitMinor ?? 0));
        expect(averageLossMinor ?? 0).toBeGreaterThanOrEqual(Math.min(0, worst?.profitMinor ?? 0));
        // Rounded to hundredths, so that a factor just above 1 may be 1.
        if (profitFactor !== null && profitFactor > 1) expect(profitMinor).toBeGreaterThan(0);
        if (profitFactor !== null && profitFactor < 1) expect(profitMinor).toBeLessThan(0);
      }),
    );
  });
});

describe('the curve', () => {
  test('begins at zero, adds up every step, and stays where it is until the end', () => {
    const steps = [
      { closedAtMs: 20, profitMinor: 5_00 },
      { closedAtMs: 30, profitMinor: -8_50 },
    ];
    expect(profitCurve(steps, { fromMs: 10, untilMs: 90 })).toEqual([
      { timeMs: 10, profitMinor: 0 },
      { timeMs: 20, profitMinor: 5_00 },
      { timeMs: 30, profitMinor: -3_50 },
      { timeMs: 90, profitMinor: -3_50 },
    ]);
  });

  test('of no steps is empty', () => expect(profitCurve([], { fromMs: 10, untilMs: 90 })).toEqual([]));

  test('never runs backwards, also if a position was closed after the clock was read', () => {
    const step = fc.record({ wait: fc.nat(1_000), profitMinor: fc.integer({ min: -10_000, max: 10_000 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(100_000), (waits, untilMs) => {
        let closedAtMs = 0;
        const steps: CurveStep[] = waits.map(({ wait, profitMinor }) => ({
          closedAtMs: (closedAtMs += wait),
          profitMinor,
        }));
        const curve = profitCurve(steps, { fromMs: 0, untilMs });
        const times = curve.map(({ timeMs }) => timeMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(curve).toHaveLength(steps.length + 2);
        expect(curve.at(-1)?.profitMinor).toBe(steps.reduce((sum, { profitMinor }) => sum + profitMinor, 0));
      }),
    );
  });
});

describe('a period begins', () => {
  const now = Date.parse('2028-02-29T12:30:00.000Z');
  test.each([
    ['7d', '2028-02-22T12:30:00.000Z'],
    ['30d', '2028-01-30T12:30:00.000Z'],
    // There was no 29 February a year before.
    ['12m', '2027-03-01T12:30:00.000Z'],
  ] as const)('%s before its end', (period, start) => {
    expect(new Date(periodStart(period, now) ?? NaN).toISOString()).toBe(start);
  });

  test('all: never', () => expect(periodStart('all', now)).toBeNull());
});

describe('the equity curve', () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const instants = { fromMs: 1_000, stepMs: 100, count: 3, resolution: '1h' } as const;
  /** A buy of 100.00 with leverage 2 at 50: four units of the asset. */
  const opened = { symbol: 'BTCUSD', instant: 1, units: 400, constantMinor: -200_00, closedMinor: 0 };
  const closed = { symbol: 'BTCUSD', instant: 3, units: -400, constantMinor: 200_00, closedMinor: 35_00 };
  const bids: Record<number, number> = { 1_000: 50, 1_100: 50, 1_200: 60, 1_300: 59 };
  const bidOf = (_: string, timeMs: number) => bids[timeMs] ?? null;

  test('values open positions at the bid, and closed ones by their profit', () => {
    expect(equityCurve([opened, closed], instants, bidOf).map(({ profitMinor }) => profitMinor)).toEqual([
      ...[0, 0, 40_00, 35_00],
    ]);
  });

  test('begins at zero with positions that are open already', () => {
    const before = { ...opened, instant: 0, constantMinor: -150_00 };
    expect(equityCurve([before], instants, bidOf).map(({ profitMinor }) => profitMinor)).toEqual([0, 0, 40_00, 36_00]);
  });

  test('leaves out instants without a price, unless nothing is open', () => {
    const curve = equityCurve([opened, closed], instants, (symbol, ms) => (ms > 1_100 ? null : bidOf(symbol, ms)));
    expect(curve).toEqual([
      { timeMs: 1_000, profitMinor: 0 },
      { timeMs: 1_100, profitMinor: 0 },
      { timeMs: 1_300, profitMinor: 35_00 },
    ]);
  });

  test('needs no price where a buy and a sell of the same size are open', () => {
    const sell = { ...opened, units: -400, constantMinor: 190_00 };
    expect(equityCurve([opened, sell], instants, () => null).at(-1)?.profitMinor).toBe(-10_00);
  });

  test.each([
    [0, { count: 1, stepMs: 0, resolution: '1h' }],
    [5, { count: 120, stepMs: dayMs / 24, resolution: '1h' }],
    [365, { count: 120, stepMs: (365 * dayMs) / 120, resolution: '4h' }],
    [2_000, { count: 120, stepMs: (2_000 * dayMs) / 120, resolution: '1d' }],
  ])('over %i days has at most 120 steps, of at least a candle', (days, spacing) => {
    expect(spaceInstants({ fromMs: 7, untilMs: 7 + days * dayMs })).toEqual({ fromMs: 7, ...spacing });
  });
});
