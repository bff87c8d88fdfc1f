import type { User } from '../../lib/contract/entities.ts';
import { FactorSection } from './factor-section.tsx';
import styles from './security.module.css';
import { SessionsSection } from './sessions-section.tsx';

/** What protects the account besides its password, and where it is open. */
export function SecurityPage({ user }: { user: User }) {
  return (
    <div className={styles.sections}>
      <FactorSection user={user} />
      <SessionsSection />
    </div>
  );
}
