import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeMarginMinor, shareOfFreeMargin, summarise } from '../../../src/lib/trading/margin.ts';

const money = fc.integer({ min: 0, max: 100_000_000_000_000 });
const funds = fc.record({
  balanceMinor: money,
  investedMinor: money,
  openProfitMinor: fc.integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 }),
});

describe('balance summary', () => {
  test('of 1,000.00 with 250.00 invested at a loss of 20.50', () => {
    expect(summarise({ balanceMinor: 1_000_00, investedMinor: 250_00, openProfitMinor: -20_50 })).toEqual({
      balanceMinor: 1_000_00,
      equityMinor: 979_50,
      freeMarginMinor: 750_00,
      profitMinor: -20_50,
    });
  });

  test('equity − profit is the balance, free margin + invested is the balance, to the cent', () => {
    fc.assert(
      fc.property(funds, (account) => {
        const summary = summarise(account);
        expect(summary.equityMinor - summary.profitMinor).toBe(account.balanceMinor);
        expect(summary.freeMarginMinor + account.investedMinor).toBe(account.balanceMinor);
        expect(summary.freeMarginMinor).toBe(freeMarginMinor(account));
      }),
    );
  });

  test('free margin does not move with the open profit', () => {
    fc.assert(
      fc.property(funds, (account) => {
        const flat = summarise({ ...account, openProfitMinor: 0 });
        expect(summarise(account).freeMarginMinor).toBe(flat.freeMarginMinor);
      }),
    );
  });
});

describe('a share of the free margin', () => {
  test('is rounded down, and null if it is less than a position may risk', () => {
    const funds = { balanceMinor: 1_000_00, investedMinor: 250_00 };
    expect(shareOfFreeMargin(funds, 2)).toBe(15_00);
    expect(shareOfFreeMargin({ ...funds, balanceMinor: 1_000_49 }, 2)).toBe(15_00);
    expect(shareOfFreeMargin(funds, 0.14)).toBe(1_05);
    expect(shareOfFreeMargin({ balanceMinor: 50_00, investedMinor: 0 }, 2)).toBe(1_00);
    expect(shareOfFreeMargin({ balanceMinor: 49_99, investedMinor: 0 }, 2)).toBeNull();
    expect(shareOfFreeMargin({ balanceMinor: 10_00, investedMinor: 20_00 }, 2)).toBeNull();
  });

  test('never exceeds it', () => {
    fc.assert(
      fc.property(funds, fc.double({ min: 0.01, max: 2, noNaN: true }), (account, percent) => {
        const share = shareOfFreeMargin(account, percent) ?? 0;
        expect(share * 100).toBeLessThanOrEqual(Math.max(0, freeMarginMinor(account)) * percent);
        expect(Number.isSafeInteger(share)).toBe(true);
      }),
    );
  });
});
