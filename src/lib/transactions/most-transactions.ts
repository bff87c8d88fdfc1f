/** The most transactions that a customer's list has, the newest: years of one who pays in daily. */
export const mostTransactions = 5_000;
