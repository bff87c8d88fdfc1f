import type { PostbackDelivery } from '../../../lib/contract/affiliate/postback-calls.ts';
import { formatDateTime } from '../../../lib/format/format-date-time.ts';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { useList } from '../../lists/list-context.ts';
import { Button } from '../../shared/button.tsx';
import styles from './postbacks.module.css';

interface DeliveryRowProps {
  delivery: PostbackDelivery;
  isBusy: boolean;
  /** Undefined: there is nowhere to send to. */
  onResend: (() => void) | undefined;
}

/** One delivery: of what, how it stands, and what came back last. */
export function DeliveryRow({ delivery, isBusy, onResend }: DeliveryRowProps) {
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

/** What came back last: a status, or why there was none. */
export function deliveryAnswer({ last_status: status, last_fault: fault }: PostbackDelivery, t: Translate): string {
  if (status !== null) return `HTTP ${status}`;
  return fault === null ? '–' : t(`affiliate.postbacks.fault.${fault}`);
}
