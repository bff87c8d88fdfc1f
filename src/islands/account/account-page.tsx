import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { User } from '../../lib/contract/entities.ts';
import { Button } from '../shared/button.tsx';
import { useAccount } from './account-context.ts';
import type { AccountPageName } from './account-nav.tsx';
import styles from './account.module.css';
import { DocumentsPage } from './documents-page.tsx';
import { InfoPage } from './info-page.tsx';
import { PasswordPage } from './password-page.tsx';

/** Its codes and its list of sessions are no weight of the other pages. */
const SecurityPage = lazy(() =>
  import('./security/security-page.tsx').then(
    (page) => ({ default: page.SecurityPage }),
    () => ({ default: NotLoaded }),
  ),
);

interface AccountPageProps {
  page: AccountPageName;
  user: User;
  /** Stands there until the page is loaded. */
  skeleton: ReactNode;
}

/** The page of the account that the address names. */
export function AccountPage({ page, user, skeleton }: AccountPageProps) {
  switch (page) {
    case 'info':
      return <InfoPage user={user} />;
    case 'password':
      return <PasswordPage user={user} />;
    case 'documents':
      return <DocumentsPage user={user} />;
    case 'security':
      return (
        <Suspense fallback={skeleton}>
          <SecurityPage user={user} />
        </Suspense>
      );
  }
}

/** A reload finds the page under its new name, where the site is a newer one meanwhile. */
function NotLoaded() {
  const { t } = useAccount();
  return (
    <div role="alert" className={styles.notLoaded}>
      <p>{t('account.unreachable')}</p>
      <Button onClick={() => location.reload()}>{t('account.retry')}</Button>
    </div>
  );
}
