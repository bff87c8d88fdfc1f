import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { startAccountPages } from '../../stores/account/account-pages.ts';
import { $session } from '../../stores/session.ts';
import { PageHead } from '../shared/page/page-head.tsx';
import { useAccount } from './account-context.ts';
import { AccountNav } from './account-nav.tsx';
import type { AccountLink, AccountPageName } from './account-nav.tsx';
import { AccountPage } from './account-page.tsx';
import { AccountPanel } from './account-panel.tsx';
import styles from './account.module.css';

interface AccountFrameProps {
  page: AccountPageName;
  links: readonly AccountLink[];
}

/** Who the account belongs to and its pages on one side, the page on the other. Until the session is read: their shape. */
export function AccountFrame({ page, links }: AccountFrameProps) {
  const { t, locale } = useAccount();
  // The store's own first value is the stored session; the server's markup knows none.
  const user = useStore($session, { ssr: () => null })?.user;
  useEffect(() => startAccountPages(locale), [locale]);
  return (
    <div className={styles.account}>
      <div className={styles.side}>
        <section aria-label={t('account.panel.label')}>
          <AccountPanel user={user} />
        </section>
        <AccountNav page={page} links={links} />
      </div>
      <div className={styles.page}>
        <PageHead title={t(`account.pages.${page}.title`)} lead={t(`account.pages.${page}.lead`)} />
        {user ? <AccountPage page={page} user={user} skeleton={<PageSkeleton />} /> : <PageSkeleton />}
      </div>
    </div>
  );
}

/** In the shape of what comes. */
function PageSkeleton() {
  const { t } = useAccount();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: 8 }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  );
}
