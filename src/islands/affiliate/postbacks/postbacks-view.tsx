import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { brand } from '../../../brand.ts';
import { $postbacks, loadPostbacks } from '../../../stores/affiliate/postbacks.ts';
import { useList } from '../../lists/list-context.ts';
import { ListFailure, ListSkeleton } from '../../lists/list-state.tsx';
import { CopyButton } from '../../shared/export/copy-button.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { PostbackForm } from './postback-form.tsx';
import styles from './postbacks.module.css';

/** Settings for postbacks to the affiliate's own server, and the list of deliveries. */
export function PostbacksView() {
  const { t } = useList();
  const state = useStore($postbacks);
  // The server sends the secret only once; it is lost when the affiliate leaves the page.
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

/** The secret, which the server shows once. */
function SecretNote({ secret }: { secret: string }) {
  const { t } = useList();
  return (
    <div className={styles.secret} role="status">
      <p>{t('affiliate.postbacks.secretOnce')}</p>
      <div>
        <code>{secret}</code>
        <CopyButton
          text={secret}
          variant="secondary"
          copied={t('affiliate.postbacks.secretCopied')}
          notCopied={t('affiliate.link.notCopied')}
        >
          {t('affiliate.postbacks.secretCopy')}
        </CopyButton>
      </div>
    </div>
  );
}

const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const sample = JSON.stringify(
  {
    ...{ id: '3f0c1d52-7a3e-4d0e-9b57-0d3a5f1c2e44', event: 'first_deposit', account: '9f86d081884c' },
    ...{ source_tag: 'newsletter-5', country: 'DE', amount: 250, currency: brand.currency },
    ...{ at: '2026-03-04T12:00:00.000Z' },
  },
  null,
  2,
);

const signed = `POST /in HTTP/1.1
webhook-id: 3f0c1d52-7a3e-4d0e-9b57-0d3a5f1c2e44
webhook-timestamp: 1772625600
webhook-signature: v1,{BASE64}

`;

/** Documents what the affiliate's server receives and how it verifies the signature. */
function SignatureNote() {
  const { t } = useList();
  return (
    <details className={styles.note}>
      <summary>{t('affiliate.postbacks.how.title')}</summary>
      <div>
        <p>{t('affiliate.postbacks.how.sent')}</p>
        <pre>{signed + sample}</pre>
        <p>{t('affiliate.postbacks.how.fields')}</p>
        <dl>
          {headers.map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{t(`affiliate.postbacks.how.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('affiliate.postbacks.how.verify')}</p>
        <pre>
          {
            'base64(hmac_sha256(base64_decode(secret − "whsec_"),\n  webhook-id + "." + webhook-timestamp + "." + body))'
          }
        </pre>
        <p>
          {t('affiliate.postbacks.how.libraries')}{' '}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
            standardwebhooks.com
          </a>
        </p>
        <p>{t('affiliate.postbacks.how.answer')}</p>
      </div>
    </details>
  );
}
