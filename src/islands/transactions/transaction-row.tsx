import type { MouseEvent } from 'react';
import { memo } from 'react';
import type { Transaction, TransactionStage } from '../../lib/contract/accounts/account-entities.ts';
import { formatDateTime } from '../../lib/format/format-date-time.ts';
import { formatSignedMoney } from '../../lib/format/format-number.ts';
import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import { useList } from '../lists/list-context.ts';
import { CopyButton } from '../shared/export/copy-button.tsx';
import { TransactionDetails } from '../tracker/transaction-details.tsx';
import styles from './table.module.css';

interface TransactionRowProps {
  transaction: Transaction;
  isOpen: boolean;
  /** Whether the transaction was added or changed while the page was open. */
  isChanged: boolean;
  onToggle: (id: string) => void;
}

/** A transaction; when open, its timeline is below it. */
export const TransactionRow = memo(function TransactionRow({
  transaction,
  isOpen,
  isChanged,
  onToggle,
}: TransactionRowProps) {
  const { t, locale, currency } = useList();
  const { transaction_id: id, transaction_status: status, stage, amount, created_at: at } = transaction;
  const short = shortNumber(id);
  // Distinguishes money that has arrived, money that may still arrive, and money that never will.
  const tone =
    status === 'approved' && amount > 0 ? 'come' : status === 'approved' || stage === 'pending' ? 'plain' : 'none';
  const detailsId = `details-${id}`;
  return (
    <>
      <tr
        data-transaction={id}
        data-changed={(isChanged && !shownNews.has(transaction)) || undefined}
        data-open={isOpen || undefined}
        onAnimationEnd={() => shownNews.add(transaction)}
        onClick={(event) => isOnRow(event) && onToggle(id)}
      >
        <th scope="row" data-column="transaction_type_id">
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => onToggle(id)}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M6 4l4 4-4 4" />
            </svg>
            {t(`transactions.type.${transaction.transaction_type_id}`)}
          </button>
        </th>
        <td data-column="created_at">
          <time dateTime={at}>{formatDateTime(at, locale)}</time>
        </td>
        <td data-column="amount" data-tone={tone}>
          {formatSignedMoney(amount, locale, currency)}
        </td>
        <td data-column="transaction_status">
          <StatusMark stage={stage} />
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
      {isOpen && (
        <tr id={detailsId} data-details={id}>
          <td colSpan={5}>
            <TransactionDetails id={id} />
          </td>
        </tr>
      )}
    </>
  );
});

/**
 * Changed transactions whose row has already flashed. They do not flash again when they reappear in another group or
 * order.
 */
const shownNews = new WeakSet<Transaction>();

/** Whether a click is meant for the row as a whole, not for a button in it, and does not end a text selection. */
function isOnRow({ target }: MouseEvent): boolean {
  return target instanceof Element && !target.closest('button, a') && getSelection()?.isCollapsed !== false;
}

/**
 * The shape of a status, in addition to its text and colour: a clock, a tick, a cross, a line, three dots, an arrow out
 * or back.
 */
const shapes = {
  pending: 'M8 4.5V8l2.4 1.6',
  not_started: 'M5 8h6',
  opened: 'M4.6 8h1.2M7.4 8h1.2M10.2 8h1.2',
  approved: 'M5 8.3l2.1 2.1L11 6.2',
  sent: 'M5.6 10.4l4.8-4.8M6.6 5.6h3.8v3.8',
  returned: 'M10.6 10V8.4a1.8 1.8 0 0 0-1.8-1.8H5.2M7 4.8L5.2 6.6 7 8.4',
  declined: 'M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  cancelled: 'M5 8h6',
} as const satisfies Record<TransactionStage, string>;

function StatusMark({ stage }: { stage: TransactionStage }) {
  const { t } = useList();
  return (
    <span className={styles.status} data-status={stage}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d={shapes[stage]} />
      </svg>
      {t(`transactions.status.${stage}`)}
    </span>
  );
}
