import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMovingAverageCrossover } from '../../../src/server/strategies/moving-average-crossover.ts';
import type { Intent } from '../../../src/server/strategies/strategy.ts';
import { allowedPercent } from '../../../src/server/strategies/strategy.ts';
import { candlesOf } from './candles-of.ts';

const strategy = createMovingAverageCrossover({ resolution: '15m', fast: 2, slow: 3 });
const quote = { bid: 1, ask: 1 };

const decide = (closes: readonly number[], by = strategy) =>
  by.decide({ symbol: 'BTCUSD', candles: candlesOf(closes), quote });

const close = (direction: 'buy' | 'sell'): Intent => ({ kind: 'close', direction });
const open = (direction: 'buy' | 'sell'): Intent => ({ kind: 'open', direction, freeMarginPercent: 2 });

const rates = fc.array(fc.double({ min: 0.01, max: 100_000, noNaN: true }), { minLength: 0, maxLength: 40 });

describe('the moving-average crossover', () => {
  test('closes shorts and buys when the fast average crosses above the slow one', () => {
    expect(decide([10, 9, 8, 12])).toEqual([close('sell'), open('buy')]);
  });

  test('closes longs and sells when it crosses below', () => {
    expect(decide([10, 11, 12, 8])).toEqual([close('buy'), open('sell')]);
  });

  test('only closes opposite positions while the fast average stays on its side', () => {
    expect(decide([10, 9, 8, 12, 13])).toEqual([close('sell')]);
    expect(decide([10, 11, 12, 8, 7])).toEqual([close('buy')]);
  });

  test('wants nothing before it has candles for the slow average, and opens nothing before it has seen a side', () => {
    expect(decide([])).toEqual([]);
    expect(decide([10, 12])).toEqual([]);
    expect(decide([10, 11, 12])).toEqual([close('sell')]);
  });

  test('wants nothing if the averages are equal, whatever the rounding of sums', () => {
    expect(decide([0.1, 0.1, 0.1, 0.1])).toEqual([]);
    const wide = createMovingAverageCrossover({ resolution: '15m', fast: 7, slow: 23 });
    expect(decide(Array<number>(46).fill(0.1), wide)).toEqual([]);
  });

  test('averages that touch and separate to the same side have not crossed', () => {
    // Above, equal, above again; then above, equal, below.
    expect(decide([9, 12, 12, 12, 15])).toEqual([close('sell')]);
    expect(decide([9, 12, 12, 12, 9])).toEqual([close('buy'), open('sell')]);
  });

  test('sees no more than it asks for: what is older changes nothing', () => {
    fc.assert(
      fc.property(rates, rates, (older, newer) => {
        fc.pre(newer.length >= strategy.candleCount);
        expect(decide([...older, ...newer])).toEqual(decide(newer));
      }),
    );
  });

  test('decides the same for the same candles, and for rates in another unit', () => {
    fc.assert(
      fc.property(rates, (closes) => {
        const wants = decide(closes);
        expect(decide(closes)).toEqual(wants);
        expect(decide(closes.map((rate) => rate * 1024))).toEqual(wants);
      }),
    );
  });

  test('buys and sells in turn, and never opens against a position that it leaves open', () => {
    fc.assert(
      fc.property(rates, (closes) => {
        const opened: string[] = [];
        for (let count = 1; count <= closes.length; count++) {
          const wants = decide(closes.slice(0, count));
          for (const intent of wants) if (intent.kind === 'open') opened.push(intent.direction);
          const closed = wants.find(({ kind }) => kind === 'close')?.direction;
          expect(wants.some((intent) => intent.kind === 'open' && intent.direction === closed)).toBe(false);
        }
        const memory = strategy.candleCount >= closes.length;
        if (memory) expect(opened.some((direction, index) => direction === opened[index + 1])).toBe(false);
      }),
    );
  });
});

test('no intent may use more than 2 % of the free margin', () => {
  expect(allowedPercent({ freeMarginPercent: 50 })).toBe(2);
  expect(allowedPercent({ freeMarginPercent: 0.5 })).toBe(0.5);
});
