import { memo } from 'react';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { formatDateTime } from '../../lib/format/format-date-time.ts';
import { formatSignedMoney } from '../../lib/format/format-number.ts';
import { useList } from '../lists/list-context.ts';
import { CopyButton } from '../shared/take-away/copy-button.tsx';
import { StatusMark } from './status-mark.tsx';
import styles from './table.module.css';

/** As much of a number as tells two of a customer apart. */
const shortLength = 8;

export const TransactionRow = memo(function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { t, locale, currency } = useList();
  const { transaction_id: id, transaction_status: status, amount, created_at: at } = transaction;
  const short = id.slice(0, shortLength);
  const isMoved = status === 'approved' || status === 'pending';
  return (
    <tr data-transaction={id}>
      <td data-column="created_at">
        <time dateTime={at}>{formatDateTime(at, locale)}</time>
      </td>
      <th scope="row" data-column="transaction_type_id">
        {t(`transactions.type.${transaction.transaction_type_id}`)}
      </th>
      <td data-column="amount" data-sign={isMoved ? Math.sign(amount) : undefined}>
        {formatSignedMoney(amount, locale, currency)}
      </td>
      <td data-column="transaction_status">
        <StatusMark status={status} />
      </td>
      <td data-column="id">
        <span className={styles.id}>
          <code title={id}>{short}</code>
          <CopyButton
            text={id}
            label={t('transactions.copy.action', { id: short })}
            copied={t('transactions.copy.done', { id: short })}
            notCopied={t('transactions.copy.failed')}
          />
        </span>
      </td>
    </tr>
  );
});
