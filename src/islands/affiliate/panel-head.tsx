import type { Ref } from 'react';
import type { AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { useList } from '../lists/list-context.ts';
import styles from './panel.module.css';

/** Whose panel it is; the way out is in the header of the page. */
export function PanelHead({ user, headRef }: { user: AffiliateUser; headRef: Ref<HTMLHeadingElement> }) {
  const { t } = useList();
  return (
    <header className={styles.head}>
      <h1 ref={headRef} tabIndex={-1}>
        {t('affiliate.panel')}
      </h1>
      <div className={styles.who}>
        <p className={styles.name}>{user.name}</p>
        <p className={styles.email}>{user.email}</p>
      </div>
    </header>
  );
}
