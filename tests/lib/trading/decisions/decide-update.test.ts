import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refuse } from '../../../../src/lib/contract/problem.ts';
import type { LevelChange } from '../../../../src/lib/trading/decisions.ts';
import { decideUpdate } from '../../../../src/lib/trading/decisions.ts';
import { levelFaults } from '../../../../src/lib/trading/levels.ts';
import type { Levels } from '../../../../src/lib/trading/levels.ts';
import { defaultTradingLimits as limits } from '../../../../src/lib/trading/limits.ts';
import type { Quote } from '../../../../src/lib/trading/quote.ts';
import { direction, quote as anyQuote, rate } from '../arbitraries.ts';
import { decision } from '../decision.ts';
import { quoteOf } from '../../../support/quote-of.ts';

const quote = quoteOf({ bid: 100, ask: 101, timeMs: 1_000_000, sequence: 7 });
const position = { direction: 'buy', takeProfit: 120, stopLoss: 80 } as const;

interface Situation {
  position?: Partial<Levels & { direction: 'buy' | 'sell' }>;
  quote?: Partial<Quote> | null;
  now?: number;
}

const { given } = decision((situation: Situation, change: LevelChange) =>
  decideUpdate(
    { ...position, ...situation.position },
    change,
    situation.quote === null ? undefined : { ...quote, ...situation.quote },
    situation.now ?? quote.timeMs,
    limits,
  ),
);

describe('deciding new levels', () => {
  test('one can change while the other stays', () => {
    given({})
      .when({ takeProfit: 130 })
      .then({ ok: true, levels: { takeProfit: 130, stopLoss: 80 } });
    given({})
      .when({ stopLoss: 99.99 })
      .then({ ok: true, levels: { takeProfit: 120, stopLoss: 99.99 } });
  });

  test('none can change or be removed while the asset is halted, but one may be sent unchanged', () => {
    const halted = { quote: { isHalted: true } };
    given(halted).when({ takeProfit: 130 }).then(refuse('UNAVAILABLE'));
    given(halted).when({ stopLoss: null }).then(refuse('UNAVAILABLE'));
    given(halted)
      .when({ stopLoss: 80 })
      .then({ ok: true, levels: { takeProfit: 120, stopLoss: 80 } });
  });

  test('null removes a level, undefined leaves it', () => {
    given({})
      .when({ takeProfit: null })
      .then({ ok: true, levels: { takeProfit: null, stopLoss: 80 } });
    given({})
      .when({ takeProfit: undefined, stopLoss: null })
      .then({ ok: true, levels: { takeProfit: 120, stopLoss: null } });
  });

  test('a level on the wrong side of the closing price is refused with the specified message', () => {
    given({})
      .when({ takeProfit: 100, stopLoss: 100 })
      .then({
        ok: false,
        problem: {
          code: 'VALIDATION',
          fields: { take_profit: "Can't be lower than 100.00", stop_lost: "Can't be higher than 100.00" },
        },
      });
    given({ position: { direction: 'sell', takeProfit: null, stopLoss: null } })
      .when({ takeProfit: 101, stopLoss: 101 })
      .then({
        ok: false,
        problem: {
          code: 'VALIDATION',
          fields: { take_profit: "Can't be higher than 101.00", stop_lost: "Can't be lower than 101.00" },
        },
      });
  });

  test('an unchanged level is not checked, even if the price is beyond it', () => {
    given({ quote: { bid: 125, ask: 126 } })
      .when({ takeProfit: 120, stopLoss: 110 })
      .then({ ok: true, levels: { takeProfit: 120, stopLoss: 110 } });
  });

  test('a new level needs a fresh price; removing or keeping one does not', () => {
    const silent: Situation[] = [{ quote: null }, { now: quote.timeMs + 15_001 }, { quote: { bid: 0 } }];
    for (const situation of silent) {
      given(situation).when({ takeProfit: 130 }).then(refuse('UNAVAILABLE'));
      given(situation)
        .when({ takeProfit: null, stopLoss: 80 })
        .then({ ok: true, levels: { takeProfit: null, stopLoss: 80 } });
    }
  });

  test('a new level never fires at the quote at which it was set', () => {
    const level = fc.option(rate);
    fc.assert(
      fc.property(direction, anyQuote, level, level, (side, sides, takeProfit, stopLoss) => {
        const none = { direction: side, takeProfit: null, stopLoss: null };
        const decided = decideUpdate(none, { takeProfit, stopLoss }, sides, sides.timeMs, limits);
        const wrong = Object.keys(levelFaults(side, { takeProfit, stopLoss }, sides)).length > 0;
        expect(decided.ok).toBe(!wrong);
        if (decided.ok) expect(decided.levels).toEqual({ takeProfit, stopLoss });
      }),
    );
  });
});
