import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import { useList } from '../lists/list-context.ts';
import styles from './withdraw.module.css';

interface NothingToWithdrawProps {
  options: PaymentOptions;
  paths: { deposit: string; platform: string };
}

/** Says that nothing can be paid out, where the money is, and what can be done about that. */
export function NothingToWithdraw({ options, paths }: NothingToWithdrawProps) {
  const { t } = useList();
  const place = placeOf(options);
  return (
    <section className={styles.card}>
      <h2>{t('withdraw.none.title')}</h2>
      <p className={styles.text}>{t(`withdraw.none.${place}`)}</p>
      {place === 'text' ? (
        <a className={styles.link} href={paths.deposit}>
          {t('withdraw.none.deposit')}
        </a>
      ) : (
        <a className={styles.link} href={paths.platform}>
          {t('withdraw.done.platform')}
        </a>
      )}
    </section>
  );
}

/** Where the money is that cannot be paid out; `text`: there is none. */
function placeOf({ reserved, invested }: PaymentOptions): 'text' | 'reserved' | 'invested' | 'both' {
  if (reserved > 0) return invested > 0 ? 'both' : 'reserved';
  return invested > 0 ? 'invested' : 'text';
}
