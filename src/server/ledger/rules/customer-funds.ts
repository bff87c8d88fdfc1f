import type { customerBooks } from '../../../lib/transactions/ledger-books.ts';

export type CustomerBook = (typeof customerBooks)[number];

/** A customer's funds with the broker, in minor units. */
export interface CustomerFunds {
  /** Everything that can be traded with: own money, bonuses and credit. */
  balanceMinor: number;
  /** The part of the balance that is bonuses: never below zero. */
  bonusMinor: number;
  /** The part of the balance that is credit: never below zero. */
  creditMinor: number;
  /** Reserved for withdrawals and not part of the balance: never below zero. */
  reservedMinor: number;
}

/** What a fact adds to each book of a customer, in minor units. */
export type FundsChange = Readonly<Partial<Record<CustomerBook, number>>>;

/**
 * The customer's own money, in minor units. Below zero only if bonuses or credit were reversed after they had been
 * lost.
 */
export function ownMinor({ balanceMinor, bonusMinor, creditMinor }: CustomerFunds): number {
  return balanceMinor - bonusMinor - creditMinor;
}

/** What a book of a customer holds, in minor units. */
export function heldBy(funds: CustomerFunds, book: CustomerBook): number {
  if (book === 'customer_bonus') return funds.bonusMinor;
  if (book === 'customer_credit') return funds.creditMinor;
  return book === 'customer_reserved' ? funds.reservedMinor : ownMinor(funds);
}

/** The funds after a change. */
export function changedFunds(funds: CustomerFunds, change: FundsChange): CustomerFunds {
  const { customer = 0, customer_bonus = 0, customer_credit = 0, customer_reserved = 0 } = change;
  return {
    balanceMinor: funds.balanceMinor + customer + customer_bonus + customer_credit,
    bonusMinor: funds.bonusMinor + customer_bonus,
    creditMinor: funds.creditMinor + customer_credit,
    reservedMinor: funds.reservedMinor + customer_reserved,
  };
}

/**
 * Distributes the result of a trade: a profit is the customer's own; a loss reduces own money first, then bonuses, then
 * credit, so that the rest of a bonus never exceeds the rest of the balance. All in minor units.
 */
export function bearResult(funds: CustomerFunds, resultMinor: number): FundsChange {
  if (resultMinor >= 0) return { customer: resultMinor };
  const lossMinor = -resultMinor;
  const own = Math.min(lossMinor, Math.max(0, ownMinor(funds)));
  const bonus = Math.min(lossMinor - own, funds.bonusMinor);
  const credit = Math.min(lossMinor - own - bonus, funds.creditMinor);
  const change: { -readonly [Book in CustomerBook]?: number } = { customer: bonus + credit - lossMinor };
  if (bonus > 0) change.customer_bonus = -bonus;
  if (credit > 0) change.customer_credit = -credit;
  return change;
}

/** The funds of an account that never had any. */
export const noFunds: CustomerFunds = { balanceMinor: 0, bonusMinor: 0, creditMinor: 0, reservedMinor: 0 };
