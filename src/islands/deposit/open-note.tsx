import { formatMoney } from '../../lib/format/format-number.ts';
import { useDeposit } from './deposit-context.ts';
import { methodLabel } from './method-label.ts';
import styles from './opened-note.module.css';
import type { LeftDeposit } from './use-deposit-form.ts';

/** Says that one which was left here can still be paid, of which nobody hears whether it was. */
export function OpenNote({ left: { method, amount, backAddress }, currency }: { left: LeftDeposit; currency: string }) {
  const { t, locale } = useDeposit();
  const facts = { amount: formatMoney(amount, locale, currency), label: methodLabel(method, locale) };
  return (
    <p className={styles.note} role="note">
      {t('deposit.open.text', facts)} <a href={backAddress}>{t('deposit.page.outcome')}</a>
    </p>
  );
}
