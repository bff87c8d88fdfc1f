import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { useList } from '../lists/list-context.ts';
import styles from './status-mark.module.css';

/** A status by its word, its shape and its colour: a clock, a tick, a cross, a line through. */
const shapes = {
  pending: 'M8 4.5V8l2.4 1.6',
  approved: 'M5 8.3l2.1 2.1L11 6.2',
  declined: 'M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  cancelled: 'M5 8h6',
} as const satisfies Record<Transaction['transaction_status'], string>;

export function StatusMark({ status }: { status: Transaction['transaction_status'] }) {
  const { t } = useList();
  return (
    <span className={styles.status} data-status={status}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d={shapes[status]} />
      </svg>
      {t(`transactions.status.${status}`)}
    </span>
  );
}
