import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refuse } from '../../../../src/lib/contract/problem.ts';
import { decideOpen } from '../../../../src/lib/trading/decisions.ts';
import type { OpenCommand, TradingAccount, TradingAsset } from '../../../../src/lib/trading/decisions.ts';
import { defaultTradingLimits as limits } from '../../../../src/lib/trading/limits.ts';
import type { Quote } from '../../../../src/lib/trading/quote.ts';
import { decision } from '../decision.ts';
import { quoteOf } from '../../../support/quote-of.ts';

const asset = { symbol: 'BTCUSD', categoryId: 3, categoryName: 'crypto', leverages: [1, 3, 5, 10], isSuspended: false };
const quote = quoteOf({ bid: 65_000, ask: 65_010, timeMs: 1_000_000, sequence: 7 });
const account: TradingAccount = {
  balanceMinor: 1_000_00,
  investedMinor: 250_00,
  openPositions: 1,
  verified: true,
  categoryIds: [1, 3],
  customLeverage: null,
};
const levels = { takeProfit: null, stopLoss: null };
const order: OpenCommand = { direction: 'buy', amountMinor: 100_00, leverage: 5, price: 65_010, ...levels };

interface Situation {
  account?: Partial<TradingAccount>;
  asset?: Partial<TradingAsset>;
  quote?: Partial<Quote> | null;
  now?: number;
}

const { given } = decision((situation: Situation, command: OpenCommand) =>
  decideOpen(
    { account: { ...account, ...situation.account }, asset: { ...asset, ...situation.asset }, limits },
    command,
    situation.quote === null ? undefined : { ...quote, ...situation.quote },
    situation.now ?? quote.timeMs,
  ),
);

describe('deciding an order', () => {
  test('a buy opens at the ask and the opening spread', () => {
    given({}).when(order).then({ ok: true, openRate: 65_026.252_5 });
  });

  test('a sell opens at the bid less the opening spread', () => {
    given({})
      .when({ ...order, direction: 'sell', price: 65_000 })
      .then({ ok: true, openRate: 64_983.75 });
  });

  test('the fill is the server’s rate for every tolerated price, the fill rate itself included', () => {
    for (const price of [65_010, 64_900, 65_300, 65_026.252_5]) {
      given({})
        .when({ ...order, price })
        .then({ ok: true, openRate: 65_026.252_5 });
    }
  });

  test('the whole free margin may be risked, and not a cent more', () => {
    given({})
      .when({ ...order, amountMinor: 750_00 })
      .then({ ok: true, openRate: 65_026.252_5 });
    given({})
      .when({ ...order, amountMinor: 750_01 })
      .then(refuse('INSUFFICIENT_MARGIN'));
  });

  test('an account without free margin opens nothing', () => {
    given({ account: { investedMinor: 1_000_00 } })
      .when({ ...order, amountMinor: 1 })
      .then(refuse('INSUFFICIENT_MARGIN'));
    given({ account: { balanceMinor: 0 } })
      .when({ ...order, amountMinor: 1 })
      .then(refuse('INSUFFICIENT_MARGIN'));
  });

  test('the account must be verified and have access', () => {
    given({ account: { verified: false } })
      .when(order)
      .then(refuse('NOT_VERIFIED'));
    given({ account: { categoryIds: [1] } })
      .when(order)
      .then(refuse('NO_ACCESS'));
  });

  test('nothing is opened in a suspended asset; a customer without access is told about the access', () => {
    given({ asset: { isSuspended: true } })
      .when(order)
      .then(refuse('ASSET_SUSPENDED'));
    given({ asset: { isSuspended: true }, account: { categoryIds: [1] } })
      .when(order)
      .then(refuse('NO_ACCESS'));
  });

  test('the leverage must be one of the category, restricted by the custom leverage', () => {
    given({})
      .when({ ...order, leverage: 2 })
      .then(refuse('LEVERAGE_NOT_ALLOWED'));
    given({ account: { customLeverage: { crypto: [0, 1] } } })
      .when(order)
      .then(refuse('LEVERAGE_NOT_ALLOWED'));
    given({ account: { customLeverage: { crypto: [2] } } })
      .when(order)
      .then({ ok: true, openRate: 65_026.252_5 });
  });

  test('without a fresh quote of two sides nothing is filled', () => {
    given({ quote: null }).when(order).then(refuse('UNAVAILABLE'));
    given({ quote: { isHalted: true } })
      .when(order)
      .then(refuse('UNAVAILABLE'));
    given({ quote: { bid: 0 } })
      .when(order)
      .then(refuse('UNAVAILABLE'));
    given({ quote: { ask: 0 } })
      .when({ ...order, direction: 'sell' })
      .then(refuse('UNAVAILABLE'));
    given({ now: quote.timeMs + 15_001 })
      .when(order)
      .then(refuse('UNAVAILABLE'));
  });

  test('a price further than half a percent from the opening side has moved', () => {
    given({})
      .when({ ...order, price: 64_600 })
      .then(refuse('PRICE_MOVED'));
    given({})
      .when({ ...order, price: 65_400 })
      .then(refuse('PRICE_MOVED'));
    given({ quote: { bid: 60_000 } })
      .when(order)
      .then({ ok: true, openRate: 65_026.252_5 });
  });

  test('problems come in a fixed order, those of the account first', () => {
    const worst = { ...order, leverage: 2, price: 1, amountMinor: 9_999_99 };
    given({ account: { verified: false, categoryIds: [] }, quote: null })
      .when(worst)
      .then(refuse('NOT_VERIFIED'));
    given({ account: { categoryIds: [] }, quote: null })
      .when(worst)
      .then(refuse('NO_ACCESS'));
    given({ quote: null }).when(worst).then(refuse('LEVERAGE_NOT_ALLOWED'));
    given({ account: { openPositions: 500 }, quote: null })
      .when({ ...worst, leverage: 1 })
      .then(refuse('TOO_MANY_POSITIONS'));
    given({ account: { openPositions: 499 }, quote: null })
      .when({ ...worst, leverage: 1 })
      .then(refuse('UNAVAILABLE'));
    given({})
      .when({ ...worst, leverage: 1 })
      .then(refuse('PRICE_MOVED'));
    given({})
      .when({ ...worst, leverage: 1, price: 65_010 })
      .then(refuse('INSUFFICIENT_MARGIN'));
  });

  test.each([0, -1, 0.5, NaN, Infinity])('an amount of %d is a bug of the caller', (amountMinor) => {
    given({})
      .when({ ...order, amountMinor })
      .thenItThrows('an order without an amount');
  });

  test('for any sequence of orders, the open amounts never exceed the balance', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 500_00 }), { maxLength: 40 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1_000_00 }), (orders, balanceMinor) => {
        let investedMinor = 0;
        for (const amountMinor of orders) {
          const state = { account: { ...account, balanceMinor, investedMinor }, asset, limits };
          const decided = decideOpen(state, { ...order, amountMinor }, quote, quote.timeMs);
          expect(decided.ok).toBe(amountMinor <= balanceMinor - investedMinor);
          if (decided.ok) investedMinor += amountMinor;
        }
        expect(investedMinor).toBeLessThanOrEqual(balanceMinor);
      }),
    );
  });
});
