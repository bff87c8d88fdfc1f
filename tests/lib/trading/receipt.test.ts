import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatExact } from '../../../src/lib/format/format-exact.ts';
import { openingRate, openingSide } from '../../../src/lib/trading/quote.ts';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import type { ProfitFacts } from '../../../src/lib/trading/profit.ts';
import { fromDecimal, roundRate, toDecimal } from '../../../src/lib/rate.ts';
import type { Decimal } from '../../../src/lib/rate.ts';
import { explainProfit, openingFactor, quotedSpread } from '../../../src/lib/trading/receipt.ts';
import { amountMinor, direction, leverage, quote, rate, ratePair } from './arbitraries.ts';

test.each([
  [
    { bid: 1.08511, ask: 1.0852 },
    { units: 9n, decimals: 5 },
  ],
  [
    { bid: 59_990, ask: 60_010.5 },
    { units: 205n, decimals: 1 },
  ],
  [
    { bid: 1.5, ask: 1.5 },
    { units: 0n, decimals: 1 },
  ],
])('the spread of %j is without error', (sides, spread) => {
  expect(quotedSpread(sides)).toEqual(spread);
});

test('the factor is the opening spread, added for a buy and taken off for a sell', () => {
  expect([openingFactor('buy'), openingFactor('sell')]).toEqual([
    { units: 100_025n, decimals: 5 },
    { units: 99_975n, decimals: 5 },
  ]);
});

test('the opening side times the factor, to ten digits, is the rate that is filled', () => {
  fc.assert(
    fc.property(direction, quote, (side, sides) => {
      const [opening, factor] = [toDecimal(openingSide(side, sides)), openingFactor(side)];
      const exact = fromDecimal({ units: opening.units * factor.units, decimals: opening.decimals + factor.decimals });
      const filled = openingRate(side, sides);
      // The two doubles may differ only at a tie of the tenth digit.
      expect(Math.abs(roundRate(exact) - filled)).toBeLessThanOrEqual(filled * 1.000_001e-9);
    }),
  );
});

const facts = fc.record({ direction, amountMinor, leverage });
const plain = (decimal: Decimal) => formatExact(decimal, 'en', 0);

/** The steps as a customer reads them. */
function stepsOf(known: ProfitFacts) {
  const { difference, product, quotient, isCutOff, rounded, isTie, isCut, ...rest } = explainProfit(known);
  return {
    steps: [plain(difference), plain(product), plain(quotient) + (isCutOff ? '…' : ''), plain(rounded)],
    is: [...(isTie ? ['tie'] : []), ...(isCut ? ['cut'] : [])],
    profit: rest.profitMinor,
  };
}

describe('the arithmetic of a profit', () => {
  test.each([
    [
      'a buy that fell',
      { direction: 'buy', openRate: 60_025.0025, closeRate: 58_990, amountMinor: 100_00, leverage: 10 },
      { steps: ['-1,035.0025', '-1,035,002.5', '-17.24285642…', '-17.24'], is: [], profit: -17_24 },
    ],
    [
      'a sell that fell',
      { direction: 'sell', openRate: 1.0851, closeRate: 1.08, amountMinor: 250_50, leverage: 30 },
      { steps: ['0.0051', '38.3265', '35.32070776…', '35.32'], is: [], profit: 35_32 },
    ],
    [
      'half a cent, to the even neighbour',
      { direction: 'buy', openRate: 100, closeRate: 102.5, amountMinor: 1_00, leverage: 1 },
      { steps: ['2.5', '2.5', '0.025', '0.02'], is: ['tie'], profit: 2 },
    ],
    [
      'a loss beyond the amount',
      { direction: 'buy', openRate: 100, closeRate: 90, amountMinor: 100_00, leverage: 30 },
      { steps: ['-10', '-30,000', '-300', '-300'], is: ['cut'], profit: -100_00 },
    ],
    [
      'a loss of exactly the amount is not cut',
      { direction: 'buy', openRate: 100, closeRate: 80, amountMinor: 100_00, leverage: 5 },
      { steps: ['-20', '-10,000', '-100', '-100'], is: [], profit: -100_00 },
    ],
    [
      'a rate that did not move',
      { direction: 'sell', openRate: 1.5, closeRate: 1.5, amountMinor: 100_00, leverage: 5 },
      { steps: ['0', '0', '0', '0'], is: [], profit: 0 },
    ],
  ] as const)('%s', (_, known, expected) => {
    expect(stepsOf(known)).toEqual(expected);
  });

  test('a value that only looks like a tie in its first digits is rounded correctly', () => {
    const known = { direction: 'buy', openRate: 9_999_999_998, amountMinor: 1_00, leverage: 1 } as const;
    const above = stepsOf({ ...known, closeRate: known.openRate + 50_000_000 });
    expect(above).toMatchObject({ steps: ['50,000,000', '50,000,000', '0.005000000001…', '0.01'], is: [] });
    const tie = stepsOf({ ...known, closeRate: known.openRate + 49_999_999.99 });
    expect(tie).toMatchObject({ steps: ['49,999,999.99', '49,999,999.99', '0.005', '0'], is: ['tie'] });
  });

  test('the result is always the profit, and each step follows from the previous one', () => {
    fc.assert(
      fc.property(ratePair, facts, ({ open, close }, more) => {
        const known = { ...more, openRate: open.rate, closeRate: close.rate };
        const { difference, product, quotient, isCutOff, rounded, isCut, ...rest } = explainProfit(known);
        expect(rest.profitMinor).toBe(profitMinor(known));

        // Checked with the test's own arithmetic: `close` has five more decimals than `open`.
        const gained = close.units - open.units * 100_000n;
        expect(
          isSame(difference, { units: more.direction === 'buy' ? gained : -gained, decimals: close.decimals }),
        ).toBe(true);
        const money = BigInt(more.amountMinor) * BigInt(more.leverage);
        expect(isSame(product, { units: difference.units * money, decimals: difference.decimals + 2 })).toBe(true);

        // quotient × open differs from the product by less than one unit of the quotient's last digit times open.
        const back = at(quotient.units * open.units, quotient.decimals + open.decimals);
        const whole = at(product.units, product.decimals);
        const last = at(open.units, quotient.decimals + open.decimals);
        expect(isCutOff ? abs(whole - back) > 0n && abs(whole - back) < last : whole === back).toBe(true);

        // The displayed digits are enough to round correctly.
        const scale = 10n ** BigInt(quotient.decimals - 2);
        const twice = 2n * abs(quotient.units - rounded.units * scale);
        expect(twice < scale || (twice === scale && (isCutOff ? false : rounded.units % 2n === 0n))).toBe(true);
        expect(BigInt(rest.profitMinor)).toBe(isCut ? -BigInt(more.amountMinor) : rounded.units);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a gap is explained too, however wide, and ends at the amount', () => {
    fc.assert(
      fc.property(rate, rate, facts, (openRate, closeRate, more) => {
        const gap = more.direction === 'buy' ? Math.min(closeRate, openRate) : Math.max(closeRate, openRate);
        const known = { ...more, openRate, closeRate: gap };
        const { isCut, rounded, ...rest } = explainProfit(known);
        expect(rest.profitMinor).toBe(profitMinor(known));
        expect(isCut).toBe(rounded.units < -BigInt(more.amountMinor));
      }),
      { numRuns: 1_000 },
    );
  });
});

const widest = 60;

function at(units: bigint, decimals: number): bigint {
  return units * 10n ** BigInt(widest - decimals);
}

function isSame(one: Decimal, other: Decimal): boolean {
  return at(one.units, one.decimals) === at(other.units, other.decimals);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
