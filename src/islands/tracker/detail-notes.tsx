import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { useList } from '../lists/list-context.ts';
import styles from './transaction-details.module.css';

/** What was said of a transaction: that another amount was credited, why, and what its customer wrote. */
export function DetailNotes({ details }: { details: TransactionDetails }) {
  const { t, locale, currency } = useList();
  const { amount, asked_amount: asked, reason, comments, stage } = details;
  if (asked === null && reason === null && comments === null) return null;
  const money = (major: number) => formatMoney(major, locale, currency);
  const isBad = stage === 'declined' || stage === 'returned';
  return (
    <dl className={styles.notes}>
      {asked !== null && (
        <div data-asked>
          <dt>{t('tracker.amount')}</dt>
          <dd>{t('tracker.otherAmount', { asked: money(asked), credited: money(amount) })}</dd>
        </div>
      )}
      {reason !== null && (
        <div data-reason={isBad ? 'bad' : ''}>
          <dt>{t('tracker.reason')}</dt>
          <dd>{reason}</dd>
        </div>
      )}
      {comments !== null && (
        <div>
          <dt>{t('tracker.comments')}</dt>
          <dd>{comments}</dd>
        </div>
      )}
    </dl>
  );
}
