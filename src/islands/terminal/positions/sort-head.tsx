import type { SortOrder } from '../../../stores/trading/open-order.ts';
import { useTerminal } from '../terminal-context.ts';
import cards from './cards.module.css';
import { isWords } from './cells.tsx';
import head from './head.module.css';
import { showTop } from './show-top.ts';
import styles from './table.module.css';

/** What a table can be put in order by, and how it is. `columns` has each column's name, in order, with what it sorts by. */
export interface SortProps<Sort extends string> {
  columns: Readonly<Record<string, Sort>>;
  choice: { sort: Sort; order: SortOrder };
  onSort: (choice: { sort: Sort; order: SortOrder }) => void;
}

/** Words from A to Z; numbers and times from the greatest and newest: what one looks for. */
const upFirst = new Set(['symbol', 'direction', 'reason']);

/** The heads of the columns: pressed, one puts the table in order by it, pressed again the other way. */
export function SortHead<Sort extends string>({ columns, choice, onSort }: SortProps<Sort>) {
  const { t } = useTerminal();
  return (
    <thead className={head.head}>
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

/** The same for cards, which have no heads. */
export function SortChoice<Sort extends string>({ columns, choice, onSort }: SortProps<Sort>) {
  const { t } = useTerminal();
  const { sort, order } = choice;
  return (
    <div className={cards.sort}>
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
