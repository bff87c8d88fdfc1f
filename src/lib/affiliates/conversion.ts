/** What a number of accounts and of their first deposits say of each other. */

/** First deposits of each hundred accounts: a whole percent, half up; 0 where there is no account. */
export function conversionPercent(firstDeposits: number, accounts: number): number {
  return accounts === 0 ? 0 : Math.floor((200 * firstDeposits + accounts) / (2 * accounts));
}

/** Accounts for each first deposit, two decimals, half up; null where there is no first deposit. */
export function accountsPerFirstDeposit(accounts: number, firstDeposits: number): number | null {
  return firstDeposits === 0 ? null : Math.floor((200 * accounts + firstDeposits) / (2 * firstDeposits)) / 100;
}
