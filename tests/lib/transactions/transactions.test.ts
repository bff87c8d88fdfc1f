import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { transactionStages, transactionStatuses } from '../../../src/lib/contract/accounts/account-entities.ts';
import type { TransactionSort } from '../../../src/lib/transactions/transaction-list.ts';
import {
  sortTransactions,
  transactionsCsv,
  transactionsOf,
  transactionSorts,
} from '../../../src/lib/transactions/transaction-list.ts';
import {
  isTransactionGroup,
  transactionGroupOf,
  transactionGroups,
  transactionTypeName,
  transactionTypes,
} from '../../../src/lib/transactions/transaction-types.ts';

function transactionOf(change: Partial<Transaction> = {}): Transaction {
  return {
    transaction_id: '6d3c2f9a-0000-4000-8000-000000000001',
    amount: 250,
    transaction_type: 'Card deposit',
    transaction_type_id: 1,
    transaction_status: 'approved',
    stage: 'approved',
    created_at: '2026-11-20T12:00:00.000Z',
    ...change,
  };
}

describe('the types', () => {
  test.each([
    ['deposits', [1, 2, 3, 9, 11]],
    ['bonuses', [4, 10]],
    ['credits', [5]],
    ['withdrawals', [6, 7, 8]],
  ] as const)('of the group %s are those of the specification', (group, ids) => {
    const own = transactionTypes.filter((type) => type.group === group).map(({ id }) => id);
    expect(own.toSorted((one, other) => one - other)).toEqual(ids);
    for (const id of ids) expect(transactionGroupOf(id)).toBe(group);
  });

  test('an unknown type is in no group, and has a neutral name', () => {
    expect(transactionGroupOf(12)).toBeUndefined();
    expect(transactionTypeName(12)).toBe('Transaction');
  });

  test('an address names a group or none', () => {
    for (const group of transactionGroups) expect(isTransactionGroup(group)).toBe(true);
    for (const other of ['', 'Deposits', 'constructor', undefined]) expect(isTransactionGroup(other)).toBe(false);
  });
});

const words = {
  locale: 'de',
  nameOf: (one: Transaction, sort: TransactionSort) =>
    sort === 'transaction_status' ? one.transaction_status : `Übertrag ${one.transaction_type_id}`,
};

const anyTransaction = fc.record({
  transaction_id: fc.uuid(),
  amount: fc.integer({ min: -500, max: 500 }),
  transaction_type: fc.constant('Credit'),
  transaction_type_id: fc.constantFrom(...transactionTypes.map(({ id }) => id)),
  transaction_status: fc.constantFrom(...transactionStatuses),
  stage: fc.constantFrom(...transactionStages),
  created_at: fc.integer({ min: 0, max: 20 }).map((hour) => new Date(hour * 3_600_000).toISOString()),
});

describe('the order', () => {
  test.each(transactionSorts)('by %s loses none, and equal ones stay newest first', (sort) => {
    fc.assert(
      fc.property(fc.array(anyTransaction), fc.constantFrom('asc' as const, 'desc' as const), (list, order) => {
        const sorted = sortTransactions(list, { sort, order }, words);
        expect(new Set(sorted)).toEqual(new Set(list));
        expect(sorted).toHaveLength(list.length);
        const same = transactionOf();
        const alike = sortTransactions(
          list.map(({ created_at: at }) => ({ ...same, created_at: at })),
          { sort: 'amount', order },
          words,
        ).map(({ created_at: at }) => at);
        expect(alike).toEqual([...alike].sort().reverse());
      }),
    );
  });

  test('of amounts is numeric, that of words follows the reader’s language', () => {
    const amounts = [9, -100, 1_000].map((amount) => transactionOf({ amount }));
    const up = sortTransactions(amounts, { sort: 'amount', order: 'asc' }, words);
    expect(up.map(({ amount }) => amount)).toEqual([-100, 9, 1_000]);
    const named = { ...words, nameOf: ({ transaction_type: type }: Transaction) => type };
    const types = ['Zins', 'Übertrag', 'Abzug'].map((type) => transactionOf({ transaction_type: type }));
    const sorted = sortTransactions(types, { sort: 'transaction_type_id', order: 'asc' }, named);
    expect(sorted.map(({ transaction_type: type }) => type)).toEqual(['Abzug', 'Übertrag', 'Zins']);
  });

  test('of a group is that of its transactions', () => {
    const list = [6, 1, 8, 11].map((id) => transactionOf({ transaction_type_id: id }));
    expect(transactionsOf(list, 'withdrawals')).toEqual([list[0], list[2]]);
    expect(transactionsOf(list, 'credits')).toEqual([]);
  });
});

test('a file has a head, two decimals for each amount, and the currency', () => {
  const list = [transactionOf({ amount: -1_200.5, transaction_type: 'Withdrawal', transaction_type_id: 6 })];
  expect(transactionsCsv(list, 'EUR')).toBe(
    'transaction_id,created_at,transaction_type_id,transaction_type,transaction_status,stage,amount,currency\r\n' +
      '6d3c2f9a-0000-4000-8000-000000000001,2026-11-20T12:00:00.000Z,6,Withdrawal,approved,approved,-1200.50,EUR\r\n',
  );
});
