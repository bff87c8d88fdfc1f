import { formatCount } from '../../lib/format/format-number.ts';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { useList } from '../lists/list-context.ts';
import { MoreButton, useMoreRows } from '../lists/more-rows.tsx';
import type { SortProps } from './sort-head.tsx';
import { SortChoice, SortHead } from './sort-head.tsx';
import styles from './table.module.css';
import { TransactionRow } from './transaction-row.tsx';

interface TransactionsTableProps extends SortProps {
  transactions: readonly Transaction[];
}

/** A table that its reader puts in order; on a narrow screen each row is a card. */
export function TransactionsTable({ transactions, ...sort }: TransactionsTableProps) {
  const { t, locale } = useList();
  const { shown, next, showMore } = useMoreRows(transactions);
  return (
    <>
      <SortChoice {...sort} />
      <table className={styles.table}>
        <SortHead {...sort} />
        <tbody>
          {shown.map((transaction) => (
            <TransactionRow key={transaction.transaction_id} transaction={transaction} />
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
