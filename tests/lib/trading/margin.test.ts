import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeMarginMinor, summarise } from '../../../src/lib/trading/margin.ts';

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
