import { useStore } from '@nanostores/react';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { formatDateTime } from '../../lib/format/format-date-time.ts';
import type { TrackStop } from '../../lib/transactions/transaction-track.ts';
import { trackKindOf, trackOf } from '../../lib/transactions/transaction-track.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { useList } from '../lists/list-context.ts';
import styles from './step-timeline.module.css';
import { methodOf } from './use-continuing.ts';

/**
 * The shape of a stop, in addition to its colour: a tick, a clock, nothing if the stop is still ahead, a cross, or a
 * line if the transaction was cancelled or never begun.
 */
const shapes = {
  done: 'M5 8.3l2.1 2.1L11 6.2',
  now: 'M8 4.8V8l2.2 1.5',
  ahead: '',
  end: 'M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  idle: 'M5 8h6',
} as const satisfies Record<TrackStop['state'], string>;

/** The timeline of a transaction: the steps so far with their times, the current one, and those ahead. */
export function StepTimeline({ details }: { details: TransactionDetails }) {
  const { t, locale } = useList();
  const nameOf = useStopName(details);
  return (
    <div className={styles.frame}>
      <ol className={styles.line} aria-label={t('tracker.label')}>
        {trackOf(details).map((stop) => (
          <li
            key={`${stop.step} ${stop.state}`}
            data-state={stop.state}
            data-step={stop.step}
            aria-current={stop.state === 'now' ? 'step' : undefined}
          >
            <svg viewBox="0 0 16 16" width="24" height="24" aria-hidden="true">
              <circle cx="8" cy="8" r="7" />
              <path d={shapes[stop.step === 'cancelled' ? 'idle' : stop.state]} />
            </svg>
            <span className={styles.name}>{nameOf(stop)}</span>
            {stop.at === null ? (
              <span className={styles.when}>{t(`tracker.state.${stateOf(stop, details)}`)}</span>
            ) : (
              <time className={styles.when} dateTime={stop.at}>
                {t('tracker.at', { at: formatDateTime(stop.at, locale) })}
              </time>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The state to show. `unreported`: the deposit was opened, but no provider reported whether money moved. */
function stateOf({ state }: TrackStop, { stage }: TransactionDetails): TrackStop['state'] | 'unreported' {
  return state === 'idle' && stage === 'opened' ? 'unreported' : state;
}

/** Returns a function that names a stop of a transaction in the language of the page. */
export function useStopName(details: TransactionDetails): (stop: TrackStop) => string {
  const { t } = useList();
  const { transaction_type_id: typeId, checked_by_hand: isChecked } = details;
  const method = methodOf(details, useStore($paymentOptions, { ssr: 'initial' }));
  const kind = trackKindOf(typeId);
  return ({ step, state }) => {
    if (state === 'idle') return details.stage === 'opened' ? t('tracker.opened') : t('tracker.notStarted');
    if (state === 'end') return t(`tracker.end.${step}`);
    if (kind === 'withdrawal') return t(`tracker.withdrawal.${step}.${state}`);
    if (kind === 'booking') return t(`tracker.booking.${step}`);
    if (state !== 'now') return t(`tracker.deposit.${step}.${state}`);
    // The broker is checking the deposit, so it is not waiting for the customer's money, whatever the earlier steps
    // say.
    if (isChecked === 1) return t('tracker.deposit.checked.now');
    return isTransfer(details, method?.kind) ? t('tracker.transfer') : t(`tracker.deposit.${step}.now`);
  };
}

/**
 * Whether the customer pays by bank transfer. If the method is no longer offered, this is inferred from the
 * transaction's type and from whether a provider was asked.
 */
function isTransfer({ transaction_type_id: typeId, started }: TransactionDetails, kind: string | undefined): boolean {
  return kind === undefined ? typeId === 2 && started === 0 : kind === 'bank';
}
