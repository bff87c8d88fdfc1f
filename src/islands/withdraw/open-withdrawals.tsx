import { useStore } from '@nanostores/react';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import { $openWithdrawals, noteCancelled } from '../../stores/payments/withdrawal.ts';
import { useList } from '../lists/list-context.ts';
import { TransactionDetails } from '../tracker/transaction-details.tsx';
import styles from './open-withdrawals.module.css';

interface OpenWithdrawalsProps {
  /** The page that lists all withdrawals. */
  href: string;
  /** The id of a withdrawal to leave out, because it is shown elsewhere on the page. */
  without: string | undefined;
}

/** The withdrawals under way, each with its current step. */
export function OpenWithdrawals({ href, without }: OpenWithdrawalsProps) {
  const { t } = useList();
  const all = useStore($openWithdrawals, { ssr: () => [] });
  const shown = all.filter(({ transaction_id: id }) => id !== without);
  if (shown.length === 0) return null;
  return (
    <section className={styles.open} aria-labelledby="withdraw-open">
      <div className={styles.head}>
        <h2 id="withdraw-open">{t('withdraw.open.title')}</h2>
        <a href={href}>{t('withdraw.open.all')}</a>
      </div>
      <ul>
        {shown.map((transaction) => (
          <OpenWithdrawal key={transaction.transaction_id} transaction={transaction} />
        ))}
      </ul>
    </section>
  );
}

function OpenWithdrawal({ transaction }: { transaction: Transaction }) {
  const { t, locale, currency } = useList();
  const { transaction_id: id, amount } = transaction;
  return (
    <li className={styles.one} data-withdrawal={id}>
      <div>
        <p className={styles.amount}>{formatMoney(Math.abs(amount), locale, currency)}</p>
        <p className={styles.number}>{t('tracker.number', { id: shortNumber(id) })}</p>
      </div>
      <TransactionDetails id={id} isAnnounced onCancelled={() => noteCancelled(transaction)} />
    </li>
  );
}
