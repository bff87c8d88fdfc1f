import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refuse } from '../../../../src/lib/contract/problem.ts';
import { decideClose } from '../../../../src/lib/trading/decisions.ts';
import type { CloseCommand, OpenPosition } from '../../../../src/lib/trading/decisions.ts';
import { openingRate } from '../../../../src/lib/trading/quote.ts';
import { defaultTradingLimits as limits } from '../../../../src/lib/trading/limits.ts';
import type { Quote } from '../../../../src/lib/trading/quote.ts';
import { amountMinor, direction, leverage, quote as anyQuote } from '../arbitraries.ts';
import { decision } from '../decision.ts';
import { quoteOf } from '../../../support/quote-of.ts';

const quote = quoteOf({ bid: 110, ask: 111, timeMs: 1_000_000, sequence: 7 });
const position: OpenPosition = { direction: 'buy', openRate: 100, amountMinor: 100_00, leverage: 5 };

interface Situation {
  position?: Partial<OpenPosition>;
  quote?: Partial<Quote> | null;
  now?: number;
}

const { given } = decision((situation: Situation, command: CloseCommand) =>
  decideClose(
    { ...position, ...situation.position },
    command,
    situation.quote === null ? undefined : { ...quote, ...situation.quote },
    situation.now ?? quote.timeMs,
    limits,
  ),
);

describe('deciding a close', () => {
  test('a buy closes at the bid', () => {
    given({}).when({ price: 110 }).then({ ok: true, closedRate: 110, profitMinor: 50_00 });
  });

  test('a sell closes at the ask', () => {
    given({ position: { direction: 'sell' } })
      .when({ price: 111 })
      .then({ ok: true, closedRate: 111, profitMinor: -55_00 });
  });

  test('the fill is the server’s rate, not the price that the trader saw', () => {
    given({}).when({ price: 109.9 }).then({ ok: true, closedRate: 110, profitMinor: 50_00 });
  });

  test('a gap costs the amount and no more', () => {
    given({ quote: { bid: 10 } })
      .when({ price: 10 })
      .then({ ok: true, closedRate: 10, profitMinor: -100_00 });
  });

  test('without a fresh quote of two sides nothing is closed', () => {
    given({ quote: null }).when({ price: 110 }).then(refuse('UNAVAILABLE'));
    given({ quote: { isHalted: true } })
      .when({ price: 110 })
      .then(refuse('UNAVAILABLE'));
    given({ quote: { ask: 0 } })
      .when({ price: 110 })
      .then(refuse('UNAVAILABLE'));
    given({ now: quote.timeMs + 15_001 })
      .when({ price: 1 })
      .then(refuse('UNAVAILABLE'));
  });

  test('a price further than half a percent from the closing side has moved', () => {
    given({}).when({ price: 109 }).then(refuse('PRICE_MOVED'));
    given({ position: { direction: 'sell' } })
      .when({ price: 109.9 })
      .then(refuse('PRICE_MOVED'));
  });

  test('after opening and closing on any two quotes the customer is never left with less than nothing', () => {
    fc.assert(
      fc.property(anyQuote, anyQuote, direction, amountMinor, leverage, (first, last, side, amount, times) => {
        fc.pre(last.ask / first.bid < 50);
        const opened = { direction: side, openRate: openingRate(side, first), amountMinor: amount, leverage: times };
        const seen = side === 'buy' ? last.bid : last.ask;
        const decided = decideClose(opened, { price: seen }, last, 0, limits);
        expect(decided.ok && decided.profitMinor + amount).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
