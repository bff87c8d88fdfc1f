import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { formatSignedMoney } from '../../lib/format/format-number.ts';
import { toMajor, toMinor } from '../../lib/trading/money.ts';
import { useList } from '../lists/list-context.ts';
import styles from './transactions.module.css';

/** What the transactions of a group come to: what moved, and what waits. */
export function GroupTotals({ transactions }: { transactions: readonly Transaction[] }) {
  const { t, locale, currency } = useList();
  const waiting = transactions.some(({ transaction_status: status }) => status === 'pending');
  const total = (status: 'approved' | 'pending') => formatSignedMoney(totalOf(transactions, status), locale, currency);
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t('transactions.status.approved')}</dt>
        <dd>{total('approved')}</dd>
      </div>
      {waiting && (
        <div>
          <dt>{t('transactions.status.pending')}</dt>
          <dd>{total('pending')}</dd>
        </div>
      )}
    </dl>
  );
}

function totalOf(transactions: readonly Transaction[], wanted: Transaction['transaction_status']): number {
  const own = transactions.filter(({ transaction_status: status }) => status === wanted);
  return toMajor(own.reduce((sum, { amount }) => sum + toMinor(amount), 0));
}
