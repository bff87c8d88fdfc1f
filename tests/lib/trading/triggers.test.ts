import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quietRange, terminationRate, triggeredReason } from '../../../src/lib/trading/levels.ts';
import type { TriggerFacts } from '../../../src/lib/trading/levels.ts';
import { direction, leverage, rate } from './arbitraries.ts';

const [stopLoss, takeProfit, lowMargin] = [1, 2, 3];
/** Terminated at 80 and below. */
const buy: TriggerFacts = {
  direction: 'buy',
  openRate: 100,
  leverage: 5,
  protected: false,
  takeProfit: 110,
  stopLoss: 90,
};
/** Terminated at 120 and above. */
const sell: TriggerFacts = { ...buy, direction: 'sell', takeProfit: 90, stopLoss: 110 };

describe('a position closes by itself', () => {
  test.each([
    [109.99, null],
    [110, takeProfit],
    [200, takeProfit],
    [90.01, null],
    [90, stopLoss],
    [79, stopLoss],
  ])('a buy at %d: %j', (at, reason) => {
    expect(triggeredReason(buy, at)).toBe(reason);
  });

  test.each([
    [90.01, null],
    [90, takeProfit],
    [1, takeProfit],
    [109.99, null],
    [110, stopLoss],
    [130, stopLoss],
  ])('a sell at %d: %j', (at, reason) => {
    expect(triggeredReason(sell, at)).toBe(reason);
  });

  test('without a stop loss at its termination price and beyond', () => {
    expect(triggeredReason({ ...buy, stopLoss: null }, 80.01)).toBeNull();
    expect(triggeredReason({ ...buy, stopLoss: null }, 80)).toBe(lowMargin);
    expect(triggeredReason({ ...sell, stopLoss: null }, 119.99)).toBeNull();
    expect(triggeredReason({ ...sell, stopLoss: null }, 120)).toBe(lowMargin);
  });

  test('never for its margin if it is protected, but still at its levels', () => {
    const safe = { ...buy, stopLoss: null, protected: true };
    expect(triggeredReason(safe, 0.01)).toBeNull();
    expect(triggeredReason(safe, 110)).toBe(takeProfit);
    expect(triggeredReason({ ...buy, protected: true }, 79)).toBe(stopLoss);
  });

  test('a buy with leverage 1 only at zero', () => {
    const whole = { ...buy, leverage: 1, stopLoss: null };
    expect(triggeredReason(whole, 1e-9)).toBeNull();
    expect(triggeredReason(whole, 0)).toBe(lowMargin);
  });

  test('if one rate reaches several levels, in this order: take profit, stop loss, low margin', () => {
    expect(triggeredReason({ ...buy, takeProfit: 70, stopLoss: 85 }, 75)).toBe(takeProfit);
    expect(triggeredReason({ ...buy, takeProfit: null, stopLoss: 75 }, 75)).toBe(stopLoss);
    expect(triggeredReason({ ...buy, takeProfit: null, stopLoss: 75 }, 76)).toBe(lowMargin);
  });
});

describe('the quiet range', () => {
  test.each<[string, Partial<TriggerFacts>, { lower: number; upper: number }]>([
    ['between its levels', {}, { lower: 90, upper: 110 }],
    ['to its termination price', { stopLoss: null }, { lower: 80, upper: 110 }],
    ['to the nearer of stop loss and termination price', { stopLoss: 70 }, { lower: 80, upper: 110 }],
    ['without end above', { takeProfit: null }, { lower: 90, upper: Infinity }],
    ['without end below', { stopLoss: null, protected: true }, { lower: -Infinity, upper: 110 }],
    ['down to zero', { stopLoss: null, leverage: 1 }, { lower: 0, upper: 110 }],
  ])('of a buy is %s', (_what, parts, range) => {
    expect(quietRange({ ...buy, ...parts })).toEqual(range);
  });

  test.each<[string, Partial<TriggerFacts>, { lower: number; upper: number }]>([
    ['between its levels', {}, { lower: 90, upper: 110 }],
    ['to its termination price', { stopLoss: null }, { lower: 90, upper: 120 }],
    ['to the nearer of stop loss and termination price', { stopLoss: 130 }, { lower: 90, upper: 120 }],
    ['without any end', { stopLoss: null, takeProfit: null, protected: true }, { lower: -Infinity, upper: Infinity }],
  ])('of a sell is %s', (_what, parts, range) => {
    expect(quietRange({ ...sell, ...parts })).toEqual(range);
  });

  test('excludes exactly the rates that close the position', () => {
    const position: fc.Arbitrary<TriggerFacts> = fc.record({
      direction,
      openRate: rate,
      leverage,
      protected: fc.boolean(),
      takeProfit: fc.option(rate),
      stopLoss: fc.option(rate),
    });
    fc.assert(
      fc.property(position, rate, fc.nat(3), (known, anyRate, pick) => {
        const edges = [anyRate, known.takeProfit, known.stopLoss, terminationRate(known)];
        const at = edges[pick] ?? anyRate;
        const { lower, upper } = quietRange(known);
        expect(triggeredReason(known, at) === null).toBe(at > lower && at < upper);
      }),
      { numRuns: 1_000 },
    );
  });
});
