import { useMemo, useState } from 'react';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import type { TransactionChoice, TransactionSort } from '../../lib/transactions/sort-transactions.ts';
import { sortTransactions, transactionsOf } from '../../lib/transactions/sort-transactions.ts';
import { mostTransactions } from '../../lib/transactions/most-transactions.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { useList } from '../lists/list-context.ts';
import { ListEmpty } from '../lists/list-state.tsx';
import { ExportButton } from './export-button.tsx';
import { GroupTotals } from './group-totals.tsx';
import { Shortcut } from './shortcut.tsx';
import { TransactionsTable } from './transactions-table.tsx';
import styles from './transactions.module.css';

interface GroupPanelProps {
  group: TransactionGroup;
  /** Of all groups. */
  transactions: readonly Transaction[];
  shortcut: string | undefined;
}

/** The transactions of one group, newest first until somebody wants them otherwise. */
export function GroupPanel({ group, transactions: all, shortcut }: GroupPanelProps) {
  const { t, locale } = useList();
  const [choice, setChoice] = useState<TransactionChoice>({ sort: 'created_at', order: 'desc' });
  const own = useMemo(() => transactionsOf(all, group), [all, group]);
  const sorted = useMemo(() => {
    const nameOf = (one: Transaction, sort: TransactionSort) =>
      sort === 'transaction_status'
        ? t(`transactions.status.${one.stage}`)
        : t(`transactions.type.${one.transaction_type_id}`);
    return sortTransactions(own, choice, { nameOf, locale });
  }, [own, choice, t, locale]);

  if (own.length === 0) {
    return (
      <ListEmpty title={t(`transactions.empty.${group}.title`)} text={t(`transactions.empty.${group}.text`)}>
        {shortcut !== undefined && <Shortcut group={group} href={shortcut} />}
      </ListEmpty>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <GroupTotals group={group} transactions={own} isCut={all.length >= mostTransactions} />
        <ExportButton group={group} transactions={sorted} />
        {shortcut !== undefined && <Shortcut group={group} href={shortcut} />}
      </div>
      <TransactionsTable transactions={sorted} choice={choice} onSort={setChoice} />
    </>
  );
}
