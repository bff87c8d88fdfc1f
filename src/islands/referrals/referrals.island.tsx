import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { brand } from '../../brand.ts';
import { linkFileName } from '../../lib/affiliates/referral-link.ts';
import type { Referral } from '../../lib/contract/accounts/account-entities.ts';
import { formatDay } from '../../lib/format/format-date-time.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { $referrals, loadReferrals } from '../../stores/referrals.ts';
import { $session } from '../../stores/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { ListContext, useList } from '../lists/list-context.ts';
import { ListPage } from '../lists/list-page.tsx';
import { ListEmpty, ListFailure, ListSkeleton, MoreButton, useMoreRows } from '../lists/list-state.tsx';
import { Button } from '../shared/button.tsx';
import { LinkPanel } from '../shared/export/link-panel.tsx';
import { useIsHydrated } from '../shared/use-is-alive.ts';
import styles from './referrals.module.css';

interface ReferralsIslandProps {
  /** The site's public address, without a slash at its end. */
  origin: string;
  locale: string;
  /** Texts by namespace: referrals, common. */
  messages: Messages;
}

export function ReferralsIsland({ messages, locale, origin }: ReferralsIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, currency: brand.currency }), [messages, locale]);
  return (
    <ListContext value={value}>
      <ReferralsPage origin={origin} />
    </ListContext>
  );
}

/** The customer's referral link, and who registered through it. */
function ReferralsPage({ origin }: { origin: string }) {
  const { t } = useList();
  // Hydration starts with null, as in the server's markup, although the store already has the stored session.
  const uniqid = useStore($session, { ssr: () => null })?.user.uniqid;
  const state = useStore($referrals, { ssr: 'initial' });
  useEffect(() => void loadReferrals(), []);
  const link = uniqid === undefined ? '' : `${origin}/?ref=${encodeURIComponent(uniqid)}`;
  const words = {
    ...{ label: t('referrals.link.label'), hint: t('referrals.link.hint'), code: t('referrals.link.code') },
    copy: t('referrals.link.copy'),
    copied: t('referrals.link.copied'),
    notCopied: t('referrals.link.notCopied'),
    ...{ save: t('referrals.link.save'), notSaved: t('referrals.link.notSaved') },
    saved: (file: string) => t('referrals.link.saved', { file }),
  };
  return (
    <ListPage title={t('referrals.title')} lead={t('referrals.lead')}>
      <LinkPanel
        link={link}
        fileName={linkFileName({ path: '/', tag: '' })}
        words={words}
        ways={<ShareButton link={link} />}
      />
      <section className={styles.people} aria-label={t('referrals.people')}>
        {state.status === 'loading' && <ListSkeleton rows={3} />}
        {state.status === 'failed' && (
          <ListFailure text={t('referrals.failed')} retryLabel={t('referrals.retry')} onRetry={loadReferrals} />
        )}
        {state.status === 'ready' && state.referrals.length === 0 && (
          <ListEmpty title={t('referrals.empty.title')} text={t('referrals.empty.text')} />
        )}
        {state.status === 'ready' && state.referrals.length > 0 && <ReferralsTable referrals={state.referrals} />}
      </section>
    </ListPage>
  );
}

/** Who registered through the link, newest first; on a narrow screen each is a card. */
function ReferralsTable({ referrals }: { referrals: readonly Referral[] }) {
  const { t, locale } = useList();
  const { shown, next, showMore } = useMoreRows(referrals);
  const total = formatCount(referrals.length, locale);
  return (
    <>
      <h2>
        {t('referrals.people')} <span className={styles.count}>{total}</span>
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('referrals.column.name')}</th>
            <th scope="col">{t('referrals.column.email')}</th>
            <th scope="col">{t('referrals.column.joined')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ full_name: name, email, created_at: at }) => (
            <tr key={email}>
              <th scope="row">{name}</th>
              <td>{email}</td>
              <td>
                <time dateTime={at}>{formatDay(at, locale)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {next > 0 && (
        <MoreButton label={t('referrals.more', { count: formatCount(next, locale), total })} onClick={showMore} />
      )}
    </>
  );
}

/** Opens the device's share dialog; not rendered if the browser has none. */
function ShareButton({ link }: { link: string }) {
  const { t } = useList();
  const isAlive = useIsHydrated();
  if (!isAlive || !('share' in navigator)) return null;

  const share = async () => {
    try {
      await navigator.share({ title: brand.name, text: t('referrals.link.shared', { name: brand.name }), url: link });
    } catch (fault) {
      // Closing the dialog without sharing is not a failure.
      if (fault instanceof DOMException && fault.name === 'AbortError') return;
      showToast({ kind: 'error', text: t('referrals.link.notShared') });
    }
  };
  return <Button onClick={() => void share()}>{t('referrals.link.share')}</Button>;
}
