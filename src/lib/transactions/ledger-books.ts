/** The books of the ledger. */

/**
 * The books of a customer: own money; bonuses and credit, which are traded with and not withdrawn; and what was asked
 * to be paid out and has not left yet.
 */
export const customerBooks = ['customer', 'customer_bonus', 'customer_credit', 'customer_reserved'] as const;

/**
 * The other books: what lies with a payment provider, what the house won by trades, gave as bonus or credit, and took
 * as fees.
 */
export const houseBooks = ['provider', 'house', 'bonus', 'credit', 'fees'] as const;

export const ledgerBooks = [...customerBooks, ...houseBooks] as const;
