import { leastAmountMinor } from './limits.ts';

/**
 * Isolated margin: a position risks its amount and nothing else, and opening one moves no money. All in minor units.
 */

export interface AccountFunds {
  balanceMinor: number;
  /** The sum of the amounts of open positions. */
  investedMinor: number;
}

export interface BalanceSummary {
  balanceMinor: number;
  equityMinor: number;
  freeMarginMinor: number;
  profitMinor: number;
}

/** Free margin = balance − invested. Negative only if money left the balance while positions were open. */
export function freeMarginMinor({ balanceMinor, investedMinor }: AccountFunds): number {
  return balanceMinor - investedMinor;
}

/** A share of the free margin as a position's amount, rounded down; null if that is below the minimum amount. */
export function shareOfFreeMargin(account: AccountFunds, percent: number): number | null {
  const amountMinor = Math.floor((freeMarginMinor(account) * percent) / 100);
  return amountMinor < leastAmountMinor ? null : amountMinor;
}

/** The balance summary: equity = balance + profit of the open positions. */
export function summarise(account: AccountFunds & { openProfitMinor: number }): BalanceSummary {
  return {
    balanceMinor: account.balanceMinor,
    equityMinor: account.balanceMinor + account.openProfitMinor,
    freeMarginMinor: freeMarginMinor(account),
    profitMinor: account.openProfitMinor,
  };
}
