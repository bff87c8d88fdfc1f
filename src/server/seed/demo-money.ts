import type { LedgerEntry } from '../ledger/ledger-writer.ts';
import { customerEntry } from '../ledger/ledger-writer.ts';
import type { TransactionTypeId } from '../../lib/transactions/transaction-types.ts';
import { transactionGroupOf } from '../../lib/transactions/transaction-types.ts';
import type { NewClosedTrade, NewTransaction } from './demo-rows.ts';

export interface AccountMoney {
  accountId: number;
  transactions: readonly NewTransaction[];
  trades: readonly NewClosedTrade[];
}

const isPosted = ({ status }: NewTransaction) => status === 'approved';

/** What the facts of an account come to, in minor units. */
export function totalMinor({ transactions, trades }: Pick<AccountMoney, 'transactions' | 'trades'>): number {
  const moved = transactions.filter(isPosted).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return trades.reduce((sum, { profitMinor }) => sum + profitMinor, moved);
}

/** What names the fact of a transaction in the books, and which book is on its other side. */
function sidesOf(typeId: TransactionTypeId) {
  // The broker keeps the fee; all other money of a withdrawal goes where deposits come from.
  if (typeId === 7) return { fact: 'fee', against: 'house' } as const;
  const group = transactionGroupOf(typeId);
  if (group === 'bonuses') return { fact: 'bonus', against: 'bonus' } as const;
  if (group === 'credits') return { fact: 'credit', against: 'credit' } as const;
  return { fact: group === 'withdrawals' ? 'withdrawal' : 'deposit', against: 'provider' } as const;
}

/** The ledger entries of an account's transactions and closed positions, in the order of time, from a balance of zero. */
export function ledgerEntriesOf({ accountId, transactions, trades }: AccountMoney, newId: () => string): LedgerEntry[] {
  const moved = transactions.filter(isPosted).map(({ id, typeId, amountMinor, createdAt }) => {
    const { fact, against } = sidesOf(typeId);
    return { businessKey: `${fact}:${id}`, recordedAt: createdAt, amountMinor, against };
  });
  const closed = trades.map(({ id, profitMinor, closedAt }) => ({
    businessKey: `close:${id}`,
    recordedAt: closedAt,
    amountMinor: profitMinor,
    against: 'house' as const,
  }));
  let balanceAfterMinor = 0;
  return [...moved, ...closed]
    .sort((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())
    .map((fact) => {
      balanceAfterMinor += fact.amountMinor;
      return customerEntry({ ...fact, id: newId(), accountId, balanceAfterMinor });
    });
}
