import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { useList } from '../lists/list-context.ts';
import styles from './funds-panel.module.css';

/** How much can be paid out, and what stays, so that the figure can be understood. */
export function FundsPanel({ options }: { options: PaymentOptions }) {
  const { t, locale, currency } = useList();
  const kept = (['reserved', 'invested', 'bonus', 'credit'] as const).filter((part) => options[part] > 0);
  const why = [
    ...(options.reserved > 0 ? [t('withdraw.funds.why.reserved')] : []),
    ...(options.invested > 0 ? [t('withdraw.funds.why.invested')] : []),
    ...(options.bonus > 0 || options.credit > 0 ? [t('withdraw.funds.why.traded')] : []),
  ];
  return (
    <section className={styles.panel} aria-labelledby="withdraw-funds">
      <h2 id="withdraw-funds">{t('withdraw.funds.title')}</h2>
      <p className={styles.figure} data-figure="withdrawable">
        {formatMoney(options.withdrawable, locale, currency)}
      </p>
      {kept.length > 0 ? (
        <>
          <h3>{t('withdraw.funds.stays')}</h3>
          <dl>
            {kept.map((part) => (
              <div key={part}>
                <dt>{t(`withdraw.funds.${part}`)}</dt>
                <dd data-figure={part}>{formatMoney(options[part], locale, currency)}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.why}>{why.join(' ')}</p>
        </>
      ) : (
        options.withdrawable > 0 && <p className={styles.why}>{t('withdraw.funds.all')}</p>
      )}
    </section>
  );
}
