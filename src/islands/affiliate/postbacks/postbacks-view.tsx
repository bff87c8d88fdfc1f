import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $postbacks, loadPostbacks } from '../../../stores/affiliate/postbacks.ts';
import { useList } from '../../lists/list-context.ts';
import { ListFailure, ListSkeleton } from '../../lists/list-state.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { PostbackForm } from './postback-form.tsx';
import styles from './postbacks.module.css';
import { SecretNote } from './secret-note.tsx';
import { SignatureNote } from './signature-note.tsx';

/** Where the affiliate's own server is told of what happens, and what it was told. */
export function PostbacksView() {
  const { t } = useList();
  const state = useStore($postbacks);
  // It comes once, and is gone with the page.
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => void loadPostbacks(), []);
  if (state.status === 'loading') return <ListSkeleton rows={4} />;
  if (state.status === 'failed')
    return (
      <div className={styles.panel}>
        <ListFailure
          text={t('affiliate.postbacks.failed', { problem: t(`problems.${state.problem}`) })}
          retryLabel={t('affiliate.retry')}
          onRetry={() => void loadPostbacks()}
        />
      </div>
    );
  return (
    <>
      <section className={styles.panel} aria-labelledby="postbacks-title">
        <div className={styles.intro}>
          <h2 id="postbacks-title">{t('affiliate.postbacks.title')}</h2>
          <p>{t('affiliate.postbacks.lead')}</p>
        </div>
        <PostbackForm settings={state.settings} onSecret={setSecret} />
        {secret !== null && <SecretNote secret={secret} />}
        <SignatureNote />
      </section>
      <DeliveriesPanel deliveries={state.deliveries} canTry={state.settings.url !== null} />
    </>
  );
}
