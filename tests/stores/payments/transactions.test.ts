import { expect, test } from 'vitest';
import type { Transaction } from '../../../src/lib/contract/accounts/account-entities.ts';
import { changesOf } from '../../../src/stores/payments/transactions.ts';

const transaction = (id: string, change: Partial<Transaction> = {}): Transaction => ({
  transaction_id: id,
  amount: -50,
  transaction_type: 'Withdrawal',
  transaction_type_id: 6,
  transaction_status: 'pending',
  stage: 'pending',
  created_at: '2026-11-20T10:00:00.000Z',
  ...change,
});

test('an unchanged transaction stays the same object, and is no change', () => {
  const before = [transaction('b'), transaction('a')];
  const { transactions, changed } = changesOf(before, [transaction('b'), transaction('a')]);
  expect(transactions[0]).toBe(before[0]);
  expect(transactions[1]).toBe(before[1]);
  expect(changed).toEqual([]);
});

test('a new status, a new amount and a new transaction are changes, in the order of the new list', () => {
  const approved = transaction('b', { transaction_status: 'approved', stage: 'approved' });
  const corrected = transaction('a', { amount: -40 });
  const { transactions, changed } = changesOf(
    [transaction('b'), transaction('a')],
    [transaction('c'), approved, corrected],
  );
  expect(changed).toEqual([transaction('c'), approved, corrected]);
  expect(transactions).toEqual(changed);
});
