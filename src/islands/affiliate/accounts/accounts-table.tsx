import { memo } from 'react';
import type { AccountChoice } from '../../../lib/affiliates/account-choice.ts';
import type { AffiliateAccount } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { formatDay } from '../../../lib/format/format-date-time.ts';
import { formatMoney } from '../../../lib/format/format-number.ts';
import { useList } from '../../lists/list-context.ts';
import styles from './accounts-table.module.css';
import { countryName } from './countries-table.tsx';

interface AccountsTableProps {
  rows: readonly AffiliateAccount[];
  choice: AccountChoice;
  onChoose: (choice: AccountChoice) => void;
}

const columns = ['id', 'name', 'email', 'country', 'created_at', 'source', 'first_deposit'] as const;

/** One page of accounts; on a narrow screen each row is a card. */
export function AccountsTable({ rows, choice, onChoose }: AccountsTableProps) {
  const { t } = useList();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) =>
            column === 'created_at' || column === 'first_deposit' ? (
              <SortedHead key={column} column={column} choice={choice} onChoose={onChoose} />
            ) : (
              <th key={column} scope="col" data-column={column}>
                {t(`affiliate.column.${column}`)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <AccountRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

interface SortedHeadProps extends Pick<AccountsTableProps, 'choice' | 'onChoose'> {
  column: AccountChoice['sort'];
}

/** A sortable column heading: the first press sorts newest first, the next one reverses the order. */
function SortedHead({ column, choice, onChoose }: SortedHeadProps) {
  const { t } = useList();
  const order = choice.sort === column ? choice.order : undefined;
  const next = order === 'desc' ? 'asc' : 'desc';
  return (
    <th scope="col" data-column={column} aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      <button type="button" onClick={() => onChoose({ ...choice, sort: column, order: next })}>
        {t(`affiliate.column.${column}`)}
      </button>
    </th>
  );
}

const AccountRow = memo(function AccountRow({ row }: { row: AffiliateAccount }) {
  const { t, locale, currency } = useList();
  const { id, email, country, created_at: createdAt, source_page: page, source_tag: tag, transaction, fault } = row;
  return (
    <tr data-account={id}>
      <td data-column="id" data-label={t('affiliate.column.id')}>
        <code>{id}</code>
      </td>
      <th scope="row" data-column="name">
        {`${row.first_name} ${row.last_name}`}
        {fault !== null && (
          <span className={styles.fault} title={t(`affiliate.fault.${fault}.text`)}>
            {t(`affiliate.fault.${fault}.name`)}
          </span>
        )}
      </th>
      <td data-column="email">{email}</td>
      <td data-column="country">{countryName(country, locale) ?? '–'}</td>
      <td data-column="created_at" data-label={t('affiliate.column.created_at')}>
        <time dateTime={createdAt}>{formatDay(createdAt, locale)}</time>
      </td>
      <td data-column="source" data-label={t('affiliate.column.source')}>
        {page ?? '–'}
        {tag !== null && <span className={styles.tag}>{tag}</span>}
      </td>
      <td data-column="first_deposit">
        {transaction === null ? (
          <span className={styles.none}>{t('affiliate.list.noDeposit')}</span>
        ) : (
          <>
            <span className={styles.amount}>{formatMoney(transaction.amount, locale, currency)}</span>
            <time dateTime={transaction.date}>{formatDay(transaction.date, locale)}</time>
          </>
        )}
      </td>
    </tr>
  );
});
