import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingRate } from '../../../src/lib/trading/quote.ts';
import type { Levels } from '../../../src/lib/trading/levels.ts';
import { levelProblem } from '../../../src/lib/trading/level-problem.ts';
import { levelFaults, triggeredReason } from '../../../src/lib/trading/levels.ts';
import { direction, quote as anyQuote, rate } from './arbitraries.ts';

const quote = { bid: 60_000, ask: 60_010 };
const none: Levels = { takeProfit: null, stopLoss: null };

describe('a level', () => {
  test.each([
    ['buy', { takeProfit: 60_000.01 }, {}],
    ['buy', { takeProfit: 60_000 }, { takeProfit: { bound: 'lowest', price: 60_000 } }],
    ['buy', { stopLoss: 59_999.99 }, {}],
    ['buy', { stopLoss: 60_000 }, { stopLoss: { bound: 'highest', price: 60_000 } }],
    ['sell', { takeProfit: 60_009.99 }, {}],
    ['sell', { takeProfit: 60_010 }, { takeProfit: { bound: 'highest', price: 60_010 } }],
    ['sell', { stopLoss: 60_010.01 }, {}],
    ['sell', { stopLoss: 60_010 }, { stopLoss: { bound: 'lowest', price: 60_010 } }],
  ] as const)('of a %s is compared with its closing price: %j', (side, levels, faults) => {
    expect(levelFaults(side, { ...none, ...levels }, quote)).toEqual(faults);
  });

  test('may be left out', () => {
    expect(levelFaults('buy', none, quote)).toEqual({});
    expect(levelFaults('sell', none, quote)).toEqual({});
  });

  test('is reported even if the other one is wrong too', () => {
    expect(Object.keys(levelFaults('buy', { takeProfit: 1, stopLoss: 70_000 }, quote))).toEqual([
      'takeProfit',
      'stopLoss',
    ]);
  });

  test('is wrong exactly when it would fire at once', () => {
    const level = fc.option(rate);
    fc.assert(
      fc.property(direction, anyQuote, level, level, (side, sides, takeProfit, stopLoss) => {
        const levels = { takeProfit, stopLoss };
        const faults = levelFaults(side, levels, sides);
        const position = { direction: side, openRate: 1, leverage: 1, protected: true };
        const fires = (only: Partial<Levels>) =>
          triggeredReason({ ...position, ...none, ...only }, closingRate(side, sides)) !== null;
        expect('takeProfit' in faults).toBe(fires({ takeProfit }));
        expect('stopLoss' in faults).toBe(fires({ stopLoss }));
      }),
    );
  });
});

describe('the problem', () => {
  test('has the specified messages, with the price as the screens write it', () => {
    const wrong = { takeProfit: 1, stopLoss: 70_000 };
    expect(levelProblem(levelFaults('buy', wrong, quote))).toEqual({
      code: 'VALIDATION',
      fields: { take_profit: "Can't be lower than 60,000.00", stop_lost: "Can't be higher than 60,000.00" },
    });
    expect(levelProblem(levelFaults('sell', { takeProfit: 2, stopLoss: 1 }, { bid: 1.1, ask: 1.2 }))).toEqual({
      code: 'VALIDATION',
      fields: { take_profit: "Can't be higher than 1.200000", stop_lost: "Can't be lower than 1.200000" },
    });
  });

  test('is null if nothing is wrong', () => {
    expect(levelProblem({})).toBeNull();
  });
});
