import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import type { TransactionChoice, TransactionSort } from '../../lib/transactions/transaction-list.ts';
import { transactionSorts } from '../../lib/transactions/transaction-list.ts';
import { $changedTransactions } from '../../stores/payments/transactions.ts';
import { useList } from '../lists/list-context.ts';
import { MoreButton, useMoreRows } from '../lists/list-state.tsx';
import styles from './table.module.css';
import { TransactionRow } from './transaction-row.tsx';

interface TransactionsTableProps extends SortProps {
  transactions: readonly Transaction[];
}

/** A sortable table; on a narrow screen each row is a card. */
export function TransactionsTable({ transactions, ...sort }: TransactionsTableProps) {
  const { t, locale } = useList();
  const { linked, least, rows } = useLinkedRow(transactions);
  const { shown, next, showMore } = useMoreRows(transactions, least);
  const { isOpen, toggle } = useOpened(linked);
  const changed = new Set(useStore($changedTransactions, { ssr: 'initial' }));
  return (
    <>
      <SortChoice {...sort} />
      <table className={`${styles.table} ${styles.cards}`}>
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

/** Which rows are open. Any number can be, whatever the sort order; the linked row is open from the start. */
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

/** A subscription that does nothing: when this part of the URL changes, a new list is mounted. */
const noSubscription = () => () => undefined;
const namedInAddress = () => new URLSearchParams(location.search).get('transaction');

/**
 * Finds the row that the URL names (`?transaction=<id>`), as in links in emails. The row is open from the start
 * (`linked`), scrolled to and focused. `least` is how many rows must be rendered to include it. An unknown id has no
 * effect.
 */
function useLinkedRow(transactions: readonly Transaction[]) {
  const linked = useSyncExternalStore(noSubscription, namedInAddress, () => null);
  const [least] = useState(() => transactions.findIndex(({ transaction_id: id }) => id === linked) + 1);
  const rows = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (linked === null) return;
    const row = rows.current?.querySelector(`[data-transaction="${CSS.escape(linked)}"]`);
    row?.querySelector('button')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }, [linked]);
  return { linked, least, rows };
}

interface SortProps {
  choice: TransactionChoice;
  onSort: (choice: TransactionChoice) => void;
}

/** The columns in table order. The type is first, with the button that opens the row. */
const columns = [
  'transaction_type_id',
  'created_at',
  'amount',
  'transaction_status',
] as const satisfies readonly TransactionSort[];

/** Words sort from A to Z first; amounts and dates from the greatest or newest, which is what people look for. */
const downFirst: ReadonlySet<TransactionSort> = new Set(['created_at', 'amount']);

/** The column headings. Pressing one sorts by it; pressing it again reverses the order. */
function SortHead({ choice, onSort }: SortProps) {
  const { t } = useList();
  return (
    <thead>
      <tr>
        {columns.map((sort) => {
          const order = choice.sort === sort ? choice.order : undefined;
          const next = order ? turned(order) : downFirst.has(sort) ? 'desc' : 'asc';
          return (
            <th
              key={sort}
              scope="col"
              data-column={sort}
              aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
            >
              <button type="button" onClick={() => onSort({ sort, order: next })}>
                {t(`transactions.column.${sort}`)}
              </button>
            </th>
          );
        })}
        <th scope="col" data-column="id">
          {t('transactions.column.id')}
        </th>
      </tr>
    </thead>
  );
}

/** Sort control for the card layout, which has no column headings. */
function SortChoice({ choice: { sort, order }, onSort }: SortProps) {
  const { t } = useList();
  return (
    <div className={styles.sort}>
      <label>
        {t('transactions.sort.label')}
        <select value={sort} onChange={({ target }) => onSort({ sort: target.value as TransactionSort, order })}>
          {transactionSorts.map((each) => (
            <option key={each} value={each}>
              {t(`transactions.column.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" data-order={order} onClick={() => onSort({ sort, order: turned(order) })}>
        {t(`transactions.sort.${order}`)}
      </button>
    </div>
  );
}

function turned(order: TransactionChoice['order']): TransactionChoice['order'] {
  return order === 'asc' ? 'desc' : 'asc';
}
