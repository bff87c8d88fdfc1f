import { useEffect, useState } from 'react';
import type { PostbackDelivery } from '../../../lib/contract/affiliate/postback-calls.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { followPostbacks, loadPostbacks, sendPostback } from '../../../stores/affiliate/postbacks.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useList } from '../../lists/list-context.ts';
import { ListEmpty } from '../../lists/list-state.tsx';
import { Button } from '../../shared/button.tsx';
import styles from './postbacks.module.css';

interface DeliveriesPanelProps {
  deliveries: readonly PostbackDelivery[];
  /** Whether an address to send to is set. */
  canTry: boolean;
}

/** Postbacks sent and pending; each can be sent again. */
export function DeliveriesPanel({ deliveries, canTry }: DeliveriesPanelProps) {
  const { t } = useList();
  const [busy, setBusy] = useState<string | null>(null);
  const [followed, setFollowed] = useState<{ id: string } | null>(null);
  useEffect(() => (followed ? followPostbacks() : undefined), [followed]);
  const sentLast = deliveries.find(({ id, tries }) => id === followed?.id && tries > 0);
  const send = async (id?: string) => {
    setBusy(id ?? 'test');
    const sent = await sendPostback(id);
    setBusy(null);
    if (sent.ok) {
      setFollowed({ id: sent.id });
      showToast({ kind: 'success', text: t('affiliate.postbacks.sent') });
    } else
      showToast({
        kind: 'error',
        text: t('affiliate.postbacks.notSent', { problem: t(`problems.${sent.problem.code}`) }),
      });
  };
  return (
    <section className={styles.panel} aria-labelledby="deliveries-title">
      <div className={styles.head}>
        <h2 id="deliveries-title">{t('affiliate.postbacks.deliveries')}</h2>
        {canTry && (
          <Button isLoading={busy === 'test'} onClick={() => void send()}>
            {t('affiliate.postbacks.try')}
          </Button>
        )}
        <Button onClick={() => void loadPostbacks()}>{t('affiliate.postbacks.reload')}</Button>
      </div>
      <p className="visually-hidden" role="status">
        {sentLast && `${t(`affiliate.postbacks.state.${sentLast.state}`)}: ${deliveryAnswer(sentLast, t)}`}
      </p>
      {deliveries.length === 0 ? (
        <ListEmpty
          title={t('affiliate.postbacks.empty.title')}
          text={t(canTry ? 'affiliate.postbacks.empty.ready' : 'affiliate.postbacks.empty.text')}
        />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {(['event', 'account', 'state', 'answer', 'at'] as const).map((column) => (
                <th key={column} scope="col" data-column={column}>
                  {t(`affiliate.postbacks.column.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('affiliate.postbacks.resend')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((one) => (
              <DeliveryRow
                key={one.id}
                delivery={one}
                isBusy={busy === one.id}
                onResend={canTry ? () => void send(one.id) : undefined}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface DeliveryRowProps {
  delivery: PostbackDelivery;
  isBusy: boolean;
  /** Undefined if no address to send to is set. */
  onResend: (() => void) | undefined;
}

/** One delivery: its event, its state, and the last answer. */
function DeliveryRow({ delivery, isBusy, onResend }: DeliveryRowProps) {
  const { t, locale } = useList();
  const { id, event, account, state, tries, due_at: due } = delivery;
  const at = delivery.answered_at ?? delivery.created_at;
  return (
    <tr data-delivery={id}>
      <th scope="row" data-column="event">
        {t(`affiliate.postbacks.event.${event}`)}
      </th>
      <td data-column="account">{account === null ? '–' : <code>{account}</code>}</td>
      <td data-column="state">
        <span className={styles.state} data-state={state}>
          {t(`affiliate.postbacks.state.${state}`)}
        </span>
      </td>
      <td data-column="answer">
        {deliveryAnswer(delivery, t)}
        {tries > 1 && <span className={styles.tries}>{t('affiliate.postbacks.tries', { n: tries })}</span>}
      </td>
      <td data-column="at">
        <time dateTime={at}>{formatDateTime(at, locale)} UTC</time>
        {due !== null && tries > 0 && (
          <span className={styles.due}>{t('affiliate.postbacks.due', { date: formatDateTime(due, locale) })}</span>
        )}
      </td>
      <td data-column="resend">
        {onResend && (
          <Button isLoading={isBusy} onClick={onResend}>
            {t('affiliate.postbacks.resend')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** The last answer: an HTTP status, or why there was none. */
function deliveryAnswer({ last_status: status, last_fault: fault }: PostbackDelivery, t: Translate): string {
  if (status !== null) return `HTTP ${status}`;
  return fault === null ? '–' : t(`affiliate.postbacks.fault.${fault}`);
}
