/** What kinds of transactions there are, and the group that a customer finds each in. */

export const transactionGroups = ['deposits', 'withdrawals', 'bonuses', 'credits'] as const;
export type TransactionGroup = (typeof transactionGroups)[number];

interface TransactionType {
  id: number;
  /** In English, as the contract sends it; a screen has its own words by the id. */
  name: string;
  group: TransactionGroup;
}

/** 1, 2, 3 and 9 are the payment methods' ids as well. */
export const transactionTypes = [
  { id: 1, name: 'Card deposit', group: 'deposits' },
  { id: 2, name: 'Bank deposit', group: 'deposits' },
  { id: 3, name: 'Alternative deposit', group: 'deposits' },
  { id: 9, name: 'Second alternative deposit', group: 'deposits' },
  { id: 11, name: 'Manual deposit', group: 'deposits' },
  { id: 4, name: 'Bonus', group: 'bonuses' },
  { id: 10, name: 'Bonus correction', group: 'bonuses' },
  { id: 5, name: 'Credit', group: 'credits' },
  { id: 6, name: 'Withdrawal', group: 'withdrawals' },
  { id: 7, name: 'Withdrawal fee', group: 'withdrawals' },
  { id: 8, name: 'Withdrawal returned', group: 'withdrawals' },
] as const satisfies readonly TransactionType[];

export type TransactionTypeId = (typeof transactionTypes)[number]['id'];

/** Those that code means by name; 1, 2, 3 and 9 are `depositMethods`. */
export const typeIds = {
  ...{ bonus: 4, bonusCorrection: 10, credit: 5, manualDeposit: 11 },
  ...{ withdrawal: 6, withdrawalFee: 7, withdrawalReturned: 8 },
} as const satisfies Record<string, TransactionTypeId>;

const byId: ReadonlyMap<number, TransactionType> = new Map(transactionTypes.map((type) => [type.id, type]));

/** The group of a type; undefined for an id that names none, which no screen lists. */
export function transactionGroupOf(typeId: number): TransactionGroup | undefined {
  return byId.get(typeId)?.group;
}

/** The English name of a type; of an id that names none, a word that says nothing wrong. */
export function transactionTypeName(typeId: number): string {
  return byId.get(typeId)?.name ?? 'Transaction';
}

/** Whether a part of an address names a group. */
export function isTransactionGroup(text: string | undefined): text is TransactionGroup {
  return transactionGroups.some((group) => group === text);
}

/** As much of a transaction's number as tells two of a customer apart: what screens and mails show of it. */
export const shortNumber = (id: string): string => id.slice(0, 8);
