import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PriceMap } from '../../../src/lib/contract/entities.ts';
import { crossCurrencies, crossRateDecimals, crossRates } from '../../../src/lib/trading/cross-rates.ts';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';

const quote = (mid: number) => ({ sell: mid - 0.0002, buy: mid + 0.0002 });
const seeded: PriceMap = Object.fromEntries(
  seedAssets.map(({ symbol, referenceRate }) => [symbol, { sell: referenceRate, buy: referenceRate }]),
);

function rateIn(prices: PriceMap, base: (typeof crossCurrencies)[number], quoted: (typeof crossCurrencies)[number]) {
  return crossRates(prices)[crossCurrencies.indexOf(base)]?.[crossCurrencies.indexOf(quoted)];
}

describe('crossRates', () => {
  it('uses a quoted pair, in either order', () => {
    const prices = { EURUSD: quote(1.16), USDJPY: quote(150) };
    expect(rateIn(prices, 'EUR', 'USD')).toBeCloseTo(1.16, 10);
    expect(rateIn(prices, 'USD', 'EUR')).toBeCloseTo(1 / 1.16, 10);
    expect(rateIn(prices, 'JPY', 'USD')).toBeCloseTo(1 / 150, 10);
  });

  it('uses the dollar if no pair is quoted', () => {
    const prices = { AUDUSD: quote(0.65), USDCAD: quote(1.4), NZDUSD: quote(0.58) };
    expect(rateIn(prices, 'AUD', 'CAD')).toBeCloseTo(0.91, 10);
    expect(rateIn(prices, 'CAD', 'AUD')).toBeCloseTo(1 / 0.91, 10);
    expect(rateIn(prices, 'AUD', 'NZD')).toBeCloseTo(0.65 / 0.58, 10);
  });

  it('prefers a quoted pair to its two legs', () => {
    const prices = { EURUSD: quote(1.16), GBPUSD: quote(1.33), EURGBP: quote(0.9) };
    expect(rateIn(prices, 'EUR', 'GBP')).toBeCloseTo(0.9, 10);
  });

  it('leaves a gap if a leg is missing, has no price, or only one side', () => {
    const prices = { EURUSD: quote(1.16), USDCHF: { buy: 0, sell: 0 }, GBPUSD: { buy: 1.3, sell: 0 } };
    expect(rateIn(prices, 'EUR', 'CHF')).toBeNull();
    expect(rateIn(prices, 'GBP', 'USD')).toBeNull();
    expect(rateIn(prices, 'EUR', 'NZD')).toBeNull();
    expect(rateIn(prices, 'CHF', 'CHF')).toBe(1);
  });

  it('finds every rate among the assets that ship', () => {
    expect(crossRates(seeded).flat()).not.toContain(null);
  });

  it('is consistent: there and back again is one', () => {
    const mids = fc.array(fc.double({ min: 0.01, max: 200, noNaN: true }), { minLength: 11, maxLength: 11 });
    const pairs = seedAssets.filter(({ categoryId }) => categoryId === 1).map(({ symbol }) => symbol);
    fc.assert(
      fc.property(mids, (values) => {
        const rates = crossRates(Object.fromEntries(pairs.map((pair, index) => [pair, quote(values[index] ?? 1)])));
        rates.forEach((row, base) =>
          row.forEach((rate, quoted) => expect((rate ?? 0) * (rates[quoted]?.[base] ?? 0)).toBeCloseTo(1, 9)),
        );
      }),
    );
  });
});

it.each([
  [178.112, 3],
  [20, 3],
  [1.16842, 5],
  [0.58627, 5],
  [0.0056142, 7],
])('a rate of %d is shown with %d decimals', (rate, decimals) => {
  expect(crossRateDecimals(rate)).toBe(decimals);
});
