import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/lib/contract/entities.ts';
import { bucketStart } from '../../../src/lib/trading/candle.ts';
import { createSeededRandom } from '../../../src/server/market/random.ts';
import type { CandleSeries, HistoryFacts } from '../../../src/server/seed/candle-history.ts';
import { makeCandleHistory } from '../../../src/server/seed/candle-history.ts';

const nowMs = Date.parse('2026-11-20T12:34:56Z');

function historyOf(facts: Partial<HistoryFacts> = {}): CandleSeries[] {
  const random = createSeededRandom(7);
  return makeCandleHistory({
    openingRate: 1.16842,
    dailyVolatility: 0.005,
    digits: 5,
    nowMs,
    depth: 'full',
    random,
    ...facts,
  });
}

function candlesOf(history: CandleSeries[], seconds: number): Candle[] {
  return history.find(({ resolutionSeconds }) => resolutionSeconds === seconds)?.candles ?? [];
}

describe('the history of an asset', () => {
  it('ends at the opening rate in every resolution, in the bucket of now', () => {
    for (const { resolutionSeconds, candles } of historyOf({ openingRate: 1.168425 })) {
      expect(candles.at(-1)).toMatchObject({ time: bucketStart(nowMs, resolutionSeconds), close: 1.168425 });
    }
  });

  it('goes back 12 months in hours and a day in minutes', () => {
    const history = historyOf();
    const startOf = (seconds: number) => new Date((candlesOf(history, seconds)[0]?.time ?? 0) * 1000).toISOString();
    expect(startOf(86_400)).toBe('2025-11-20T00:00:00.000Z');
    expect(startOf(14_400)).toBe('2025-11-20T00:00:00.000Z');
    expect(startOf(3600)).toBe('2025-11-20T00:00:00.000Z');
    expect(startOf(60)).toBe('2026-11-19T12:30:00.000Z');
    expect(candlesOf(history, 86_400)).toHaveLength(366);
  });

  it('has no gap: each candle starts when and where the one before it ended', () => {
    for (const { resolutionSeconds, candles } of historyOf()) {
      for (const [index, candle] of candles.slice(1).entries()) {
        expect(candle.time - candles[index]!.time).toBe(resolutionSeconds);
        expect(candle.open).toBe(candles[index]!.close);
      }
    }
  });

  it('agrees with itself: each coarse candle is what the finer ones fold to', () => {
    const history = historyOf();
    for (const [fine, coarse] of [
      [60, 300],
      [300, 900],
      [900, 3600],
      [3600, 14_400],
      [14_400, 86_400],
    ] as const) {
      const parts = Map.groupBy(candlesOf(history, fine), ({ time }) => bucketStart(time * 1000, coarse));
      const whole = candlesOf(history, coarse).filter(({ time }) => (parts.get(time)?.length ?? 0) === coarse / fine);
      expect(whole.length).toBeGreaterThan(20);
      for (const candle of whole) {
        const inside = parts.get(candle.time) ?? [];
        expect(candle).toEqual({
          time: candle.time,
          open: inside[0]?.open,
          high: Math.max(...inside.map(({ high }) => high)),
          low: Math.min(...inside.map(({ low }) => low)),
          close: inside.at(-1)?.close,
        });
      }
    }
  });

  it('comes out the same for the same seed', () => {
    expect(historyOf({ depth: 'short' })).toEqual(historyOf({ depth: 'short' }));
  });

  it('moves about as much as the asset does', () => {
    const days = candlesOf(historyOf({ dailyVolatility: 0.02 }), 86_400);
    const returns = days.map(({ open, close }) => Math.log(close / open));
    const deviation = Math.sqrt(returns.reduce((sum, value) => sum + value * value, 0) / returns.length);
    expect(deviation).toBeGreaterThan(0.014);
    expect(deviation).toBeLessThan(0.028);
  });

  it('has sound candles whatever the asset and the hour', () => {
    const facts = fc.record({
      openingRate: fc.double({ min: 0.01, max: 100_000, noNaN: true }),
      dailyVolatility: fc.double({ min: 0.001, max: 0.06, noNaN: true }),
      nowMs: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2030-01-01') }),
      seed: fc.integer({ min: 0, max: 4_294_967_295 }),
    });
    fc.assert(
      fc.property(facts, ({ seed, ...given }) => {
        const history = historyOf({ ...given, digits: 5, depth: 'short', random: createSeededRandom(seed) });
        for (const { open, high, low, close } of history.flatMap(({ candles }) => candles)) {
          expect(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});
