import type { TransactionStage } from '../../lib/contract/accounts/account-entities.ts';
import { useList } from '../lists/list-context.ts';
import styles from './status-mark.module.css';

/** How it stands by its word, its shape and its colour: a clock, a tick, a cross, a line through, three dots, an arrow out or back. */
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

export function StatusMark({ stage }: { stage: TransactionStage }) {
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
