import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { User } from '../../lib/contract/entities.ts';
import { formatDay } from '../../lib/format/format-date-time.ts';
import { $countries } from '../../stores/account/profile.ts';
import { useAccount } from './account-context.ts';
import styles from './account-panel.module.css';

/** Shown instead of a value that is not known yet. */
const dash = '–';

/** The customer's name, verification status and account data; a skeleton while `user` is undefined. */
export function AccountPanel({ user }: { user: User | undefined }) {
  const { t, locale } = useAccount();
  const none = t('common.account.none');
  return (
    <div className={styles.person} aria-busy={user ? undefined : true}>
      <span className={styles.monogram} aria-hidden="true">
        {user && initialsOf(user)}
      </span>
      <p className={styles.name}>{user?.full_name}</p>
      <p className={styles.email}>{user?.email}</p>
      {user && (
        <p className={styles.state} data-verified={user.verified_account}>
          {t(user.verified_account ? 'common.account.verified' : 'common.account.notVerified')}
        </p>
      )}
      <dl className={styles.facts}>
        <Fact label={t('account.panel.country')}>{user && <CountryName id={user.country_id} />}</Fact>
        <Fact label={t('account.panel.joined')}>{user && formatDay(user.created_at, locale)}</Fact>
        <Fact label={t('common.account.level')}>{user && (user.level ?? none)}</Fact>
        <Fact label={t('common.account.pin')}>{user && (user.pin ?? none)}</Fact>
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{children ?? dash}</dd>
    </div>
  );
}

function CountryName({ id }: { id: number | null }) {
  const countries = useStore($countries);
  if (id === null || countries.status !== 'ready') return dash;
  return countries.countries.find((country) => country.id === id)?.name ?? dash;
}

function initialsOf({ first_name: first, last_name: last }: User): string {
  return [first, last]
    .map((name) => /\S/u.exec(name)?.[0] ?? '')
    .join('')
    .toUpperCase();
}

export type AccountPageName = 'info' | 'password' | 'documents' | 'security' | 'notifications';

export interface AccountLink {
  name: AccountPageName;
  href: string;
}

/** Navigation between the account pages: a list beside the page, or tabs above it on a phone. */
export function AccountNav({ page, links }: { page: AccountPageName; links: readonly AccountLink[] }) {
  const { t } = useAccount();
  const nav = useRef<HTMLElement>(null);
  // On a phone the last tab begins outside the row. Only the row scrolls, never the page.
  useEffect(() => {
    const [row, tab] = [nav.current, nav.current?.querySelector('[aria-current]')];
    if (row && tab) row.scrollLeft += tab.getBoundingClientRect().right - row.getBoundingClientRect().right;
  }, [page]);
  return (
    <nav ref={nav} className={styles.nav} aria-label={t('account.panel.pages')}>
      {links.map(({ name, href }) => (
        <a key={name} href={href} aria-current={name === page ? 'page' : undefined}>
          {t(`account.pages.${name}.name`)}
        </a>
      ))}
    </nav>
  );
}
