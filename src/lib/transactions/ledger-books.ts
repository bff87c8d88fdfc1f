/** The books of the ledger. */

/**
 * The books of a customer: own money; bonus and credit, which can be traded with but not withdrawn; and reserved, which
 * was requested for withdrawal but has not left yet.
 */
export const customerBooks = ['customer', 'customer_bonus', 'customer_credit', 'customer_reserved'] as const;

/**
 * The other books: money held by a payment provider, what the house won by trades, what it gave as bonus or credit, and
 * the fees that it charged.
 */
export const houseBooks = ['provider', 'house', 'bonus', 'credit', 'fees'] as const;

export const ledgerBooks = [...customerBooks, ...houseBooks] as const;
