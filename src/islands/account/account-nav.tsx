import { useAccount } from './account-context.ts';
import styles from './account-panel.module.css';

export type AccountPageName = 'info' | 'password' | 'documents' | 'security';

export interface AccountLink {
  name: AccountPageName;
  href: string;
}

/** The pages of the account: a list beside the page, tabs above it on a phone. */
export function AccountNav({ page, links }: { page: AccountPageName; links: readonly AccountLink[] }) {
  const { t } = useAccount();
  return (
    <nav className={styles.nav} aria-label={t('account.panel.pages')}>
      {links.map(({ name, href }) => (
        <a key={name} href={href} aria-current={name === page ? 'page' : undefined}>
          {t(`account.pages.${name}.name`)}
        </a>
      ))}
    </nav>
  );
}
