import type { LedgerEntry } from '../ledger/ledger-writer.ts';
import { customerEntry } from '../ledger/ledger-writer.ts';
import type { NewClosedTrade, NewDeposit } from './demo-rows.ts';

export interface AccountMoney {
  accountId: number;
  deposits: readonly NewDeposit[];
  trades: readonly NewClosedTrade[];
}

/** What the facts of an account come to, in minor units. */
export function totalMinor({ deposits, trades }: Pick<AccountMoney, 'deposits' | 'trades'>): number {
  const deposited = deposits.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return trades.reduce((sum, { profitMinor }) => sum + profitMinor, deposited);
}

/** The ledger entries of an account's deposits and closed positions, in the order of time, from a balance of zero. */
export function ledgerEntriesOf({ accountId, deposits, trades }: AccountMoney, newId: () => string): LedgerEntry[] {
  const deposited = deposits.map(({ id, amountMinor, createdAt }) => ({
    businessKey: `deposit:${id}`,
    recordedAt: createdAt,
    amountMinor,
    against: 'provider' as const,
  }));
  const closed = trades.map(({ id, profitMinor, closedAt }) => ({
    businessKey: `close:${id}`,
    recordedAt: closedAt,
    amountMinor: profitMinor,
    against: 'house' as const,
  }));
  let balanceAfterMinor = 0;
  return [...deposited, ...closed]
    .sort((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())
    .map((fact) => {
      balanceAfterMinor += fact.amountMinor;
      return customerEntry({ ...fact, id: newId(), accountId, balanceAfterMinor });
    });
}
