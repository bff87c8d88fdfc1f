/** The types of transactions, and the group in which a customer finds each. */

export const transactionGroups = ['deposits', 'withdrawals', 'bonuses', 'credits'] as const;
export type TransactionGroup = (typeof transactionGroups)[number];

interface TransactionType {
  id: number;
  /** In English, as in the contract; screens translate by the id. */
  name: string;
  group: TransactionGroup;
}

/** 1, 2, 3 and 9 are also the ids of the payment methods. */
export const transactionTypes = [
  { id: 1, name: 'Card deposit', group: 'deposits' },
  { id: 2, name: 'Bank deposit', group: 'deposits' },
  { id: 3, name: 'Alternative deposit', group: 'deposits' },
  { id: 9, name: 'Other deposit', group: 'deposits' },
  { id: 11, name: 'Manual deposit', group: 'deposits' },
  { id: 4, name: 'Bonus', group: 'bonuses' },
  { id: 10, name: 'Bonus adjustment', group: 'bonuses' },
  { id: 5, name: 'Credit', group: 'credits' },
  { id: 6, name: 'Withdrawal', group: 'withdrawals' },
  { id: 7, name: 'Withdrawal fee', group: 'withdrawals' },
  { id: 8, name: 'Returned withdrawal', group: 'withdrawals' },
] as const satisfies readonly TransactionType[];

export type TransactionTypeId = (typeof transactionTypes)[number]['id'];

/** The types that code refers to by name; 1, 2, 3 and 9 are `depositMethods`. */
export const typeIds = {
  ...{ bonus: 4, bonusCorrection: 10, credit: 5, manualDeposit: 11 },
  ...{ withdrawal: 6, withdrawalFee: 7, withdrawalReturned: 8 },
} as const satisfies Record<string, TransactionTypeId>;

const byId: ReadonlyMap<number, TransactionType> = new Map(transactionTypes.map((type) => [type.id, type]));

/** The group of a type; undefined for an unknown id, which no screen lists. */
export function transactionGroupOf(typeId: number): TransactionGroup | undefined {
  return byId.get(typeId)?.group;
}

/** The English name of a type; `Transaction` for an unknown id. */
export function transactionTypeName(typeId: number): string {
  return byId.get(typeId)?.name ?? 'Transaction';
}

/** Whether a segment of an address names a group. */
export function isTransactionGroup(text: string | undefined): text is TransactionGroup {
  return transactionGroups.some((group) => group === text);
}

/**
 * The first 8 characters of a transaction's id, enough to tell a customer's transactions apart; shown on screens and in
 * mails.
 */
export const shortNumber = (id: string): string => id.slice(0, 8);
