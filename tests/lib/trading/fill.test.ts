import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingRate, openingRate, openingSide } from '../../../src/lib/trading/fill.ts';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { roundRate } from '../../../src/lib/trading/rate.ts';
import { amountMinor, direction, knownRate, leverage, quote } from './arbitraries.ts';

const bitcoin = { bid: 65_000, ask: 65_010 };

describe('fill', () => {
  test('a buy opens at the ask and 0.025 %, a sell at the bid less 0.025 %', () => {
    expect(openingSide('buy', bitcoin)).toBe(65_010);
    expect(openingSide('sell', bitcoin)).toBe(65_000);
    expect(openingRate('buy', bitcoin)).toBe(65_026.252_5);
    expect(openingRate('sell', bitcoin)).toBe(64_983.75);
  });

  test('a fill is kept to ten digits', () => {
    expect(openingRate('buy', { bid: 65_000.123, ask: 65_010.123 })).toBe(65_026.375_53);
  });

  test('a buy closes at the bid and a sell at the ask, without a spread of their own', () => {
    expect(closingRate('buy', bitcoin)).toBe(65_000);
    expect(closingRate('sell', bitcoin)).toBe(65_010);
  });

  test('the opening rate is the exact product, to the nearest unit of its tenth digit', () => {
    fc.assert(
      fc.property(knownRate, direction, ({ rate, units, decimals }, side) => {
        const exact = units * (side === 'buy' ? 100_025n : 99_975n);
        const filled = openingRate(side, { bid: rate, ask: rate });
        expect(roundRate(filled)).toBe(filled);
        const [mantissa = '', exponent = '0'] = filled.toExponential(9).split('e');
        const filledUnits = BigInt(mantissa.replace('.', ''));
        const lastDigit = 9 - Number(exponent);
        const scale = BigInt(Math.max(0, lastDigit - decimals - 5));
        const back = BigInt(Math.max(0, decimals + 5 - lastDigit));
        const distance = exact * 10n ** scale - filledUnits * 10n ** back;
        expect((distance < 0n ? -distance : distance) * 2n).toBeLessThanOrEqual(10n ** back);
      }),
    );
  });

  test('what is opened and closed on one quote never gains', () => {
    fc.assert(
      fc.property(quote, direction, amountMinor, leverage, (now, side, amount, times) => {
        const profit = profitMinor({
          direction: side,
          openRate: openingRate(side, now),
          closeRate: closingRate(side, now),
          amountMinor: amount,
          leverage: times,
        });
        expect(profit).toBeLessThanOrEqual(0);
      }),
    );
  });
});
