import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { useList } from '../lists/list-context.ts';
import styles from './transactions.module.css';

/** The way to where money is paid in, or asked for. Arrows up and down would be read as files, beside the button that saves one. */
export function Shortcut({ group, href }: { group: TransactionGroup; href: string }) {
  const { t } = useList();
  const isOut = group === 'withdrawals';
  return (
    <a className={styles.shortcut} href={href}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={isOut ? 'M4 10h12' : 'M10 4v12M4 10h12'} />
      </svg>
      {isOut ? t('transactions.shortcut.withdrawals') : t('transactions.shortcut.deposits')}
    </a>
  );
}
