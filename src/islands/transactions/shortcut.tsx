import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { useList } from '../lists/list-context.ts';
import styles from './transactions.module.css';

/** The way to where money is paid in, or asked for. */
export function Shortcut({ group, href }: { group: TransactionGroup; href: string }) {
  const { t } = useList();
  const isOut = group === 'withdrawals';
  const label = isOut ? t('transactions.shortcut.withdrawals') : t('transactions.shortcut.deposits');
  return (
    <a className={styles.shortcut} href={href} aria-label={label} title={label}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={isOut ? 'M10 13V3M6 7l4-4 4 4M3 12v5h14v-5' : 'M10 3v10M6 9l4 4 4-4M3 12v5h14v-5'} />
      </svg>
    </a>
  );
}
