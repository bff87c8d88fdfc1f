import type { ReactNode } from 'react';
import type { SortOrder } from '../../../stores/trading/positions.ts';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { useTerminal } from '../terminal-context.ts';
import { isWords } from './cells.tsx';
import { showTop } from './keep-view.ts';
import sorted from './sorted-table.module.css';
import styles from './table.module.css';

interface SortedTableProps<Sort extends string> extends SortProps<Sort> {
  name: 'open' | 'history';
  /** Includes the heading row; undefined if all rows are in the table. */
  rowCount?: number | undefined;
  isBusy?: boolean;
  /** The table's body. */
  children: ReactNode;
}

/** A table of positions that can be sorted; cards on a narrow screen. */
export function SortedTable<Sort extends string>({
  name,
  rowCount,
  isBusy,
  children,
  ...sort
}: SortedTableProps<Sort>) {
  const isNarrow = useIsNarrow();
  return (
    <>
      {isNarrow && <SortChoice {...sort} />}
      <table
        className={`${styles.table} ${sorted.cards}`}
        data-table={name}
        aria-rowcount={rowCount}
        aria-busy={isBusy}
      >
        <SortHead {...sort} />
        {children}
      </table>
    </>
  );
}

/**
 * How a table can be sorted, and how it is sorted now. `columns` maps each column's name to its sort key, in table
 * order.
 */
interface SortProps<Sort extends string> {
  columns: Readonly<Record<string, Sort>>;
  choice: { sort: Sort; order: SortOrder };
  onSort: (choice: { sort: Sort; order: SortOrder }) => void;
}

/** Words sort from A to Z first; numbers and times from the greatest or newest, which is what people look for. */
const upFirst = new Set(['symbol', 'direction', 'reason']);

/** The column headings. Pressing one sorts by it; pressing it again reverses the order. */
function SortHead<Sort extends string>({ columns, choice, onSort }: SortProps<Sort>) {
  const { t } = useTerminal();
  return (
    <thead className={sorted.head}>
      <tr>
        {Object.entries(columns).map(([column, sort]) => {
          const order = choice.sort === sort ? choice.order : undefined;
          const next = order ? turned(order) : upFirst.has(column) ? 'asc' : 'desc';
          return (
            <th
              key={column}
              scope="col"
              data-column={column}
              data-words={isWords(column)}
              aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
            >
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  onSort({ sort, order: next });
                  showTop(currentTarget);
                }}
              >
                {t(`platform.column.${column}`)}
              </button>
            </th>
          );
        })}
        <th scope="col" className={styles.action}>
          <span className="visually-hidden">{t('platform.column.action')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** Sort control for the card layout, which has no column headings. */
function SortChoice<Sort extends string>({ columns, choice, onSort }: SortProps<Sort>) {
  const { t } = useTerminal();
  const { sort, order } = choice;
  return (
    <div className={sorted.sort}>
      <label>
        {t('platform.sort.label')}
        <select value={sort} onChange={({ target }) => onSort({ sort: target.value as Sort, order })}>
          {Object.entries(columns).map(([column, each]) => (
            <option key={column} value={each}>
              {t(`platform.column.${column}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" data-order={order} onClick={() => onSort({ sort, order: turned(order) })}>
        {t(`platform.sort.${order}`)}
      </button>
    </div>
  );
}

function turned(order: SortOrder): SortOrder {
  return order === 'asc' ? 'desc' : 'asc';
}

/** Placeholder rows of the same shape as the real ones. */
export function TableSkeleton() {
  const { t } = useTerminal();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: 3 }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  );
}
