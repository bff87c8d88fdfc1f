import type { TransactionChoice, TransactionSort } from '../../lib/transactions/sort-transactions.ts';
import { transactionSorts } from '../../lib/transactions/sort-transactions.ts';
import { useList } from '../lists/list-context.ts';
import styles from './cards.module.css';

export interface SortProps {
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
export function SortHead({ choice, onSort }: SortProps) {
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
export function SortChoice({ choice: { sort, order }, onSort }: SortProps) {
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
