import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { formatCount } from '../../lib/format/format-number.ts';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { $changedTransactions } from '../../stores/transactions/transactions.ts';
import { useList } from '../lists/list-context.ts';
import { MoreButton, useMoreRows } from '../lists/more-rows.tsx';
import type { SortProps } from './sort-head.tsx';
import { SortChoice, SortHead } from './sort-head.tsx';
import cards from './cards.module.css';
import styles from './table.module.css';
import { TransactionRow } from './transaction-row.tsx';
import { useLinkedRow } from './use-linked-row.ts';

interface TransactionsTableProps extends SortProps {
  transactions: readonly Transaction[];
}

/** A table that its reader puts in order; on a narrow screen each row is a card. */
export function TransactionsTable({ transactions, ...sort }: TransactionsTableProps) {
  const { t, locale } = useList();
  const { linked, least, rows } = useLinkedRow(transactions);
  const { shown, next, showMore } = useMoreRows(transactions, least);
  const { isOpen, toggle } = useOpened(linked);
  const changed = new Set(useStore($changedTransactions, { ssr: 'initial' }));
  return (
    <>
      <SortChoice {...sort} />
      <table className={`${styles.table} ${cards.cards}`}>
        <SortHead {...sort} />
        <tbody ref={rows}>
          {shown.map((transaction) => (
            <TransactionRow
              key={transaction.transaction_id}
              transaction={transaction}
              isOpen={isOpen(transaction.transaction_id)}
              isChanged={changed.has(transaction)}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
      {next > 0 && (
        <MoreButton
          label={t('transactions.more', {
            count: formatCount(next, locale),
            total: formatCount(transactions.length, locale),
          })}
          onClick={showMore}
        />
      )}
    </>
  );
}

/** Which rows are opened: any number of them, however the table is put in order and whatever comes; the linked one from the beginning. */
function useOpened(linked: string | null) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return { isOpen: (id: string) => toggled.has(id) !== (id === linked), toggle };
}
