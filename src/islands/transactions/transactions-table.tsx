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

/** Which rows are open: any number, in any order of the table. The linked one is open from the beginning. */
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

/** An address is not left without another list. */
const follow = () => () => undefined;
const namedInAddress = () => new URLSearchParams(location.search).get('transaction');

/**
 * Leads to the row that the address names (`?transaction=<id>`), as links in mails do: it is open from the beginning
 * (`linked`), scrolled to and focused. `least` is how many rows must be drawn for it. An unknown id does nothing.
 */
function useLinkedRow(transactions: readonly Transaction[]) {
  const linked = useSyncExternalStore(follow, namedInAddress, () => null);
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

/** In the order of the table: what a row is comes first, with what opens it. */
const columns = [
  'transaction_type_id',
  'created_at',
  'amount',
  'transaction_status',
] as const satisfies readonly TransactionSort[];

/** Words from A to Z; amounts and dates from the greatest and newest: what one looks for. */
const downFirst: ReadonlySet<TransactionSort> = new Set(['created_at', 'amount']);

/** The heads of the columns: pressed, one puts the table in order by it, pressed again the other way. */
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

/** The same for cards, which have no heads. */
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
