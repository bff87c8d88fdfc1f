import { depositMethods } from '../../lib/contract/payments/payment-entities.ts';
import type { ledgerBooks } from '../../lib/transactions/ledger-books.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';

type Book = (typeof ledgerBooks)[number];

/** A kind of business fact, named by the part of its business key before the colon. */
export interface FactKind {
  kind: string;
  /** What the id after the colon identifies. */
  of: 'position' | 'transaction' | 'account';
  /** The types of transactions that may have entries of this kind. */
  typeIds?: readonly number[];
  /** The books that the postings of this kind may be on. */
  books: readonly Book[];
  /** Further books for postings from before bonuses, credit, reserves and fees had books of their own. */
  formerBooks?: readonly Book[];
}

const { bonus, bonusCorrection, credit, manualDeposit, withdrawal, withdrawalFee, withdrawalReturned } = typeIds;

/** Every kind of entry. An entry of any other kind is a fault. */
export const factKinds: readonly FactKind[] = [
  { kind: 'close', of: 'position', books: ['customer', 'customer_bonus', 'customer_credit', 'house'] },
  { kind: 'deposit', of: 'transaction', typeIds: [...depositMethods, manualDeposit], books: ['customer', 'provider'] },
  {
    ...{ kind: 'bonus', of: 'transaction', typeIds: [bonus, bonusCorrection] },
    ...{ books: ['customer_bonus', 'bonus'], formerBooks: ['customer'] },
  },
  {
    ...{ kind: 'credit', of: 'transaction', typeIds: [credit] },
    ...{ books: ['customer_credit', 'credit'], formerBooks: ['customer'] },
  },
  { kind: 'fee', of: 'transaction', typeIds: [withdrawalFee], books: ['customer', 'fees'], formerBooks: ['house'] },
  { kind: 'return', of: 'transaction', typeIds: [withdrawalReturned], books: ['customer', 'provider'] },
  {
    ...{ kind: 'withdrawal', of: 'transaction', typeIds: [withdrawal] },
    ...{ books: ['customer', 'customer_reserved'], formerBooks: ['provider'] },
  },
  { kind: 'withdrawal-released', of: 'transaction', typeIds: [withdrawal], books: ['customer', 'customer_reserved'] },
  { kind: 'withdrawal-sent', of: 'transaction', typeIds: [withdrawal], books: ['customer_reserved', 'provider'] },
  {
    ...{ kind: 'bonus-released', of: 'transaction' },
    ...{ typeIds: [bonus, bonusCorrection], books: ['customer', 'customer_bonus'] },
  },
  { kind: 'opened-books', of: 'account', books: ['customer', 'customer_bonus', 'customer_credit'] },
];
