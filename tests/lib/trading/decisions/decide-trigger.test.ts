import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenPosition } from '../../../../src/lib/trading/decisions.ts';
import { decideTrigger } from '../../../../src/lib/trading/decisions.ts';
import { openingRate } from '../../../../src/lib/trading/quote.ts';
import { levelFaults } from '../../../../src/lib/trading/levels.ts';
import type { Quote } from '../../../../src/lib/trading/quote.ts';
import type { TriggerFacts } from '../../../../src/lib/trading/levels.ts';
import { amountMinor, direction, leverage, quote as anyQuote, rate } from '../arbitraries.ts';
import { decision } from '../decision.ts';

const [stopLoss, takeProfit, lowMargin] = [1, 2, 3] as const;
const position: OpenPosition & TriggerFacts = {
  direction: 'buy',
  openRate: 100,
  amountMinor: 100_00,
  leverage: 5,
  protected: false,
  takeProfit: null,
  stopLoss: null,
};

const { given } = decision((parts: Partial<OpenPosition & TriggerFacts>, quote: Pick<Quote, 'bid' | 'ask'>) =>
  decideTrigger({ ...position, ...parts }, quote),
);

describe('deciding whether a quote closes a position', () => {
  test('it does not if no level is reached on the closing side', () => {
    given({ stopLoss: 90, takeProfit: 110 }).when({ bid: 109, ask: 111 }).then(null);
    given({ direction: 'sell', stopLoss: 110, takeProfit: 90 }).when({ bid: 89, ask: 91 }).then(null);
  });

  test('a buy fills at the bid and a sell at the ask of that very quote, not at the level', () => {
    given({ takeProfit: 110 })
      .when({ bid: 112, ask: 113 })
      .then({ closedRate: 112, profitMinor: 60_00, reason: takeProfit });
    given({ direction: 'sell', stopLoss: 110 })
      .when({ bid: 111, ask: 112 })
      .then({ closedRate: 112, profitMinor: -60_00, reason: stopLoss });
  });

  test('at the termination price the loss is the amount', () => {
    given({}).when({ bid: 80, ask: 81 }).then({ closedRate: 80, profitMinor: -100_00, reason: lowMargin });
  });

  test('a gap costs the amount and no more, whatever closes the position', () => {
    given({}).when({ bid: 10, ask: 11 }).then({ closedRate: 10, profitMinor: -100_00, reason: lowMargin });
    given({ stopLoss: 90 }).when({ bid: 10, ask: 11 }).then({ closedRate: 10, profitMinor: -100_00, reason: stopLoss });
    given({ stopLoss: 90, protected: true })
      .when({ bid: 10, ask: 11 })
      .then({ closedRate: 10, profitMinor: -100_00, reason: stopLoss });
  });

  test('a protected position survives a loss of its amount', () => {
    given({ protected: true }).when({ bid: 10, ask: 11 }).then(null);
  });

  const opened = fc
    .record({
      quote: anyQuote,
      direction,
      amountMinor,
      leverage,
      takeProfit: fc.option(rate),
      stopLoss: fc.option(rate),
    })
    .filter(({ quote, ...levels }) => Object.keys(levelFaults(levels.direction, levels, quote)).length === 0)
    .map(({ quote, ...facts }) => ({ ...facts, protected: false, openRate: openingRate(facts.direction, quote) }));

  test('it fills at the closing side, costs at most the amount, and exactly that for low margin', () => {
    fc.assert(
      fc.property(opened, anyQuote, (facts, later) => {
        fc.pre(later.ask / facts.openRate < 50);
        const closed = decideTrigger(facts, later);
        if (closed === null) return;
        expect(closed.profitMinor).toBeGreaterThanOrEqual(-facts.amountMinor);
        expect(closed.closedRate).toBe(facts.direction === 'buy' ? later.bid : later.ask);
        if (closed.reason === lowMargin) expect(closed.profitMinor).toBe(-facts.amountMinor);
      }),
      { numRuns: 500 },
    );
  });
});
