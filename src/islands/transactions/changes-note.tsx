import { useStore } from '@nanostores/react';
import { formatMoney } from '../../lib/format/format-number.ts';
import { $changedTransactions } from '../../stores/transactions/transactions.ts';
import { useList } from '../lists/list-context.ts';

/** Of more than these nobody wants to hear each. */
const mostNamed = 3;

/** Reads out what changed while somebody looks; who sees the rows sees it there. */
export function ChangesNote() {
  const { t, locale, currency } = useList();
  const changed = useStore($changedTransactions, { ssr: 'initial' });
  // A deposit is not started for as long as its provider is asked for its page: that is no news.
  const news = changed.filter(({ stage }) => stage !== 'not_started');
  const named = news.slice(0, mostNamed).map(({ amount, transaction_type_id: type, stage }) =>
    t('transactions.changed', {
      type: t(`transactions.type.${type}`),
      amount: formatMoney(Math.abs(amount), locale, currency),
      status: t(`transactions.status.${stage}`),
    }),
  );
  return (
    <p className="visually-hidden" role="status" data-changes>
      {named.join(' ')}
    </p>
  );
}
