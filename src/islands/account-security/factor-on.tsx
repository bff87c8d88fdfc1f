import { useAccount } from '../account/account-context.ts';
import { Button } from '../shared/button.tsx';
import styles from './security.module.css';

interface FactorOnProps {
  onRenew: () => void;
  onSwitchOff: () => void;
}

export function FactorOn({ onRenew, onSwitchOff }: FactorOnProps) {
  const { t } = useAccount();
  return (
    <>
      <p className={styles.text}>{t('account.security.factor.onText')}</p>
      <div className={styles.actions}>
        <Button onClick={onRenew}>{t('account.security.renew.open')}</Button>
        <Button variant="quiet" onClick={onSwitchOff}>
          {t('account.security.switchOff.open')}
        </Button>
      </div>
    </>
  );
}
