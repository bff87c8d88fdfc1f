import { afterEach, expect, test } from 'vitest';
import type { Transaction, TransactionStage } from '../../../src/lib/contract/accounts/account-entities.ts';
import { $transactions } from '../../../src/stores/payments/transactions.ts';
import { $openWithdrawals } from '../../../src/stores/payments/withdrawal.ts';

function one(id: string, stage: TransactionStage, typeId = 6): Transaction {
  const status = stage === 'pending' || stage === 'declined' || stage === 'cancelled' ? stage : 'approved';
  const type = { transaction_type: 'Withdrawal', transaction_type_id: typeId };
  const created = '2026-11-20T11:00:00.000Z';
  return { transaction_id: id, amount: -10, ...type, transaction_status: status, stage, created_at: created };
}

const list = (...transactions: Transaction[]) => $transactions.set({ status: 'ready', transactions });
const shown = () => $openWithdrawals.get().map(({ transaction_id: id }) => id);

afterEach(() => $transactions.set({ status: 'loading' }));

test('however many wait to be sent, all of them are under way', () => {
  const approved = ['a', 'b', 'c', 'd', 'e'].map((id) => one(id, 'approved'));
  list(one('p', 'pending'), ...approved, one('s', 'sent'), one('r', 'returned'), one('x', 'declined'));
  expect(shown()).toEqual(['p', 'a', 'b', 'c', 'd', 'e']);
});

test('one that ends while it is shown stays; a deposit is not included', () => {
  list(one('f', 'approved'), one('g', 'pending'), one('deposit', 'pending', 1));
  expect(shown()).toEqual(['f', 'g']);
  list(one('f', 'sent'), one('g', 'cancelled'), one('h', 'cancelled'));
  expect(shown()).toEqual(['f', 'g']);
});
