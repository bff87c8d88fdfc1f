import type { TransactionTypeId } from '../../lib/transactions/transaction-types.ts';
import { transactionGroupOf } from '../../lib/transactions/transaction-types.ts';
import type { CustomerFunds } from './rules/customer-funds.ts';
import { bearResult } from './rules/customer-funds.ts';
import type { CustomerFact, PostedFact } from './ledger-writer.ts';
import { customerFact } from './ledger-writer.ts';

/**
 * The fields of every fact. Each kind of fact is posted by one function of this file, with amounts in minor units. The
 * business key identifies the fact, so that it is posted only once.
 */

export interface FactOf {
  /** The id of the entry. */
  id: string;
  recordedAt: Date;
  accountId: number;
}

/**
 * Posts the close of a position: the customer's profit is the house's loss. An entry is made even without profit, so
 * that every close is in the books.
 */
export function postClose(
  funds: CustomerFunds,
  { positionId, profitMinor, ...fact }: FactOf & { positionId: string; profitMinor: number },
): PostedFact {
  return customerFact(funds, {
    ...fact,
    businessKey: `close:${positionId}`,
    change: bearResult(funds, profitMinor),
    against: { book: 'house' },
  });
}

export interface TransactionFact extends FactOf {
  transactionId: string;
  typeId: TransactionTypeId;
  /** The amount of the transaction: negative if money leaves the account. */
  amountMinor: number;
  /** Where a deposit comes from or a withdrawal goes to: a payment provider, `bank` or `manual`. */
  party: string;
}

/** Posts a transaction that took effect. Not for withdrawals, which are posted step by step. */
export function postTransaction(funds: CustomerFunds, fact: TransactionFact): PostedFact {
  const { transactionId, typeId, amountMinor, party, ...known } = fact;
  const post = (kind: string, parts: Pick<CustomerFact, 'change' | 'against'>) =>
    customerFact(funds, { ...known, businessKey: `${kind}:${transactionId}`, ...parts });
  const group = transactionGroupOf(typeId);
  if (group === 'bonuses') {
    return post('bonus', { change: { customer_bonus: amountMinor }, against: { book: 'bonus' } });
  }
  if (group === 'credits') {
    return post('credit', { change: { customer_credit: amountMinor }, against: { book: 'credit' } });
  }
  if (typeId === 7) return post('fee', { change: { customer: amountMinor }, against: { book: 'fees' } });
  const kind = typeId === 8 ? 'return' : 'deposit';
  return post(kind, { change: { customer: amountMinor }, against: { book: 'provider', party } });
}

export type WithdrawalFact = Omit<TransactionFact, 'typeId'>;

/** Posts the request for a withdrawal: the amount, which is negative, moves from the balance to the reserve. */
export function postReservation(funds: CustomerFunds, fact: Omit<WithdrawalFact, 'party'>): PostedFact {
  const { transactionId, amountMinor, ...known } = fact;
  const change = { customer: amountMinor, customer_reserved: -amountMinor };
  return customerFact(funds, { ...known, businessKey: `withdrawal:${transactionId}`, change });
}

/** Posts that a withdrawal was declined or cancelled: the reserved amount returns to the balance. */
export function postRelease(funds: CustomerFunds, fact: Omit<WithdrawalFact, 'party'>): PostedFact {
  const { transactionId, amountMinor, ...known } = fact;
  const change = { customer: -amountMinor, customer_reserved: amountMinor };
  return customerFact(funds, { ...known, businessKey: `withdrawal-released:${transactionId}`, change });
}

/** Posts that a withdrawal was paid out: the reserved amount has left. */
export function postPayout(funds: CustomerFunds, fact: WithdrawalFact): PostedFact {
  const { transactionId, amountMinor, party, ...known } = fact;
  return customerFact(funds, {
    ...known,
    businessKey: `withdrawal-sent:${transactionId}`,
    change: { customer_reserved: amountMinor },
    against: { book: 'provider', party },
  });
}

/**
 * Posts that a part of a bonus, above zero, became the customer's own money: the balance stays the same, and the part
 * can be withdrawn.
 */
export function postBonusRelease(funds: CustomerFunds, fact: Omit<WithdrawalFact, 'party'>): PostedFact {
  const { transactionId, amountMinor, ...known } = fact;
  const change = { customer: amountMinor, customer_bonus: -amountMinor };
  return customerFact(funds, { ...known, businessKey: `bonus-released:${transactionId}`, change });
}
