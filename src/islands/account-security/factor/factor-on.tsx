import { formatDay } from '../../../lib/format/format-date-time.ts';
import { useAccount } from '../../account/account-context.ts';
import { Button } from '../../shared/button.tsx';
import card from '../../account/security/card.module.css';
import styles from '../../account/security/factor.module.css';

interface FactorOnProps {
  /** ISO 8601; null where that is not known here. */
  since: string | null;
  onRenew: () => void;
  onSwitchOff: () => void;
}

export function FactorOn({ since, onRenew, onSwitchOff }: FactorOnProps) {
  const { t, locale } = useAccount();
  return (
    <>
      {since && (
        <p className={styles.since}>{t('account.security.factor.since', { date: formatDay(since, locale) })}</p>
      )}
      <p className={card.text}>{t('account.security.factor.onText')}</p>
      <div className={card.actions}>
        <Button onClick={onRenew}>{t('account.security.renew.open')}</Button>
        <Button variant="quiet" onClick={onSwitchOff}>
          {t('account.security.switchOff.open')}
        </Button>
      </div>
    </>
  );
}
