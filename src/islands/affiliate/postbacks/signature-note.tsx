import { brand } from '../../../brand.ts';
import { useList } from '../../lists/list-context.ts';
import styles from './signature-note.module.css';

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

/** What the affiliate's server is sent, and how it tells that it is ours: all that whoever writes it has to know. */
export function SignatureNote() {
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
