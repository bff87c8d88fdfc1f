import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { linkFileName } from '../../lib/affiliates/referral-link.ts';
import { $referrals, loadReferrals } from '../../stores/account-lists/referrals.ts';
import { $session } from '../../stores/session.ts';
import { useList } from '../lists/list-context.ts';
import { ListPage } from '../lists/list-page.tsx';
import { ListEmpty, ListFailure, ListSkeleton } from '../lists/list-state.tsx';
import { LinkPanel } from '../shared/take-away/link-panel.tsx';
import { ReferralsTable } from './referrals-table.tsx';
import styles from './referrals.module.css';
import { ShareButton } from './share-button.tsx';

/** The customer's link, and who came by it. */
export function ReferralsPage({ origin }: { origin: string }) {
  const { t } = useList();
  // The store's own first value is the stored session; the server's markup knows none.
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
