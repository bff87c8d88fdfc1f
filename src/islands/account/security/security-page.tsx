import type { User } from '../../../lib/contract/entities.ts';
import { useAccount } from '../account-context.ts';
import { ToastRegion } from '../../shared/toast-region.tsx';
import styles from './card.module.css';
import { FactorSection } from './factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The second factor, and the sessions that are open. */
export function SecurityPage({ user }: { user: User }) {
  const { t } = useAccount();
  return (
    <div className={styles.sections}>
      <FactorSection user={user} />
      <SessionsSection />
      <ToastRegion label={t('common.notifications')} closeLabel={t('common.close')} />
    </div>
  );
}
