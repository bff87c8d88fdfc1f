import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { FirstStep } from '../../lib/contract/accounts/first-steps.ts';
import type { User } from '../../lib/contract/entities.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { startAccountPages } from '../../stores/account/account-pages.ts';
import { $session } from '../../stores/session.ts';
import { Button } from '../shared/button.tsx';
import { FirstStepsSlot } from '../shared/first-steps/first-steps-slot.tsx';
import type { StepPaths } from '../shared/first-steps/first-steps.tsx';
import { PageHead } from '../shared/page-head.tsx';
import { AccountContext, useAccount } from './account-context.ts';
import type { AccountLink, AccountPageName } from './account-panel.tsx';
import { AccountNav, AccountPanel } from './account-panel.tsx';
import styles from './account.module.css';
import { InfoPage } from './info-page.tsx';
import { PasswordPage } from './password-page.tsx';

interface AccountIslandProps {
  page: AccountPageName;
  /** Links to the account pages, in the language of the current page. */
  links: readonly AccountLink[];
  locale: string;
  /** Where a customer who has just registered goes after saving the profile. */
  nextPath: string;
  stepPaths: StepPaths;
  /** Texts by namespace: account, fields, problems, common. */
  messages: Messages;
}

export function AccountIsland({ page, links, locale, nextPath, stepPaths, messages }: AccountIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, nextPath }), [messages, locale, nextPath]);
  return (
    <AccountContext value={value}>
      <AccountShell {...{ page, links, stepPaths }} />
    </AccountContext>
  );
}

/**
 * The customer's data and the navigation on one side, the page on the other. Shows skeletons until the session is read.
 */
function AccountShell({ page, links, stepPaths }: Pick<AccountIslandProps, 'page' | 'links' | 'stepPaths'>) {
  const { t, locale } = useAccount();
  // Hydration starts with null, as in the server's markup, although the store already has the stored session.
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
        <FirstStepsSlot {...{ user, t }} paths={stepPaths} form="card" here={stepHere[page]} />
        <PageHead title={t(`account.pages.${page}.title`)} lead={t(`account.pages.${page}.lead`)} />
        {user ? <AccountPage page={page} user={user} skeleton={<PageSkeleton />} /> : <PageSkeleton />}
      </div>
    </div>
  );
}

/** The first step that each page is for. */
const stepHere: Partial<Record<AccountPageName, FirstStep>> = { info: 'profile', documents: 'documents' };

/** A skeleton in the shape of the content. */
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

/** Loaded on demand, because the other pages do not need its code. */
const SecurityPage = lazy(() =>
  import('./security/security-page.tsx').then(
    (page) => ({ default: page.SecurityPage }),
    () => ({ default: NotLoaded }),
  ),
);

const DocumentsPage = lazy(() =>
  import('./documents-page.tsx').then(
    (page) => ({ default: page.DocumentsPage }),
    () => ({ default: NotLoaded }),
  ),
);

const NotificationsPage = lazy(() =>
  import('./notifications-page.tsx').then(
    (page) => ({ default: page.NotificationsPage }),
    () => ({ default: NotLoaded }),
  ),
);

interface AccountPageProps {
  page: AccountPageName;
  user: User;
  /** Shown until the page has loaded. */
  skeleton: ReactNode;
}

/** Renders the account page that the URL names. */
function AccountPage({ page, user, skeleton }: AccountPageProps) {
  switch (page) {
    case 'info':
      return <InfoPage user={user} />;
    case 'password':
      return <PasswordPage user={user} />;
    case 'documents':
      return (
        <Suspense fallback={skeleton}>
          <DocumentsPage user={user} />
        </Suspense>
      );
    case 'security':
      return (
        <Suspense fallback={skeleton}>
          <SecurityPage user={user} />
        </Suspense>
      );
    case 'notifications':
      return (
        <Suspense fallback={skeleton}>
          <NotificationsPage />
        </Suspense>
      );
  }
}

/** Shown if the chunk fails to load. After a deployment its name may have changed; a reload then finds the new one. */
function NotLoaded() {
  const { t } = useAccount();
  return (
    <div role="alert" className={styles.notLoaded}>
      <p>{t('account.unreachable')}</p>
      <Button onClick={() => location.reload()}>{t('account.retry')}</Button>
    </div>
  );
}
