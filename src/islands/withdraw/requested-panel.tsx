import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { formatMoney } from '../../lib/format/format-number.ts';
import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import type { TransactionStage } from '../../lib/contract/accounts/account-entities.ts';
import { $transactionDetails } from '../../stores/payments/transactions.ts';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import { TransactionDetails } from '../tracker/transaction-details.tsx';
import styles from './withdraw.module.css';

/** A withdrawal that was just accepted. */
export interface Requested {
  id: string;
  /** Major units, above zero. */
  amount: number;
}

interface RequestedPanelProps {
  requested: Requested;
  platformPath: string;
  /** Undefined if nothing is left to withdraw. */
  onAnother: (() => void) | undefined;
}

/** Texts and mark of each final stage. Until then, the panel says that the withdrawal was requested. */
const endings: Partial<Record<TransactionStage, { title: string; text: string; mark: Mark }>> = {
  sent: { title: 'withdraw.done.sentTitle', text: 'withdraw.done.sentText', mark: 'good' },
  returned: { title: 'withdraw.done.returnedTitle', text: 'withdraw.done.backText', mark: 'bad' },
  declined: { title: 'withdraw.done.declinedTitle', text: 'withdraw.done.backText', mark: 'bad' },
  cancelled: { title: 'withdraw.done.cancelledTitle', text: 'withdraw.done.backText', mark: 'none' },
};
const requestedWords = { title: 'withdraw.done.title', text: 'withdraw.done.text', mark: 'good' } as const;

/** `none` is a line instead of a cross, for a withdrawal that the customer cancelled: it has not failed. */
const shapes = { good: 'M5 8.3l2.1 2.1L11 6.2', bad: 'M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4', none: 'M5 8h6' } as const;
type Mark = keyof typeof shapes;

/** Says that the withdrawal was accepted, and then shows its progress. */
export function RequestedPanel({ requested, platformPath, onAnother }: RequestedPanelProps) {
  const { t, locale, currency } = useList();
  const state = useStore($transactionDetails, { keys: [requested.id] })[requested.id];
  const end = state?.status === 'ready' ? state.details.stage : undefined;
  const words = (end && endings[end]) ?? requestedWords;
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, so keyboard and screen reader users continue here.
  useEffect(() => title.current?.focus(), []);
  return (
    <section
      className={styles.card}
      data-requested={words === requestedWords ? '' : end}
      aria-labelledby="withdraw-requested"
    >
      <h2 id="withdraw-requested" ref={title} tabIndex={-1} className={styles.doneTitle}>
        <svg viewBox="0 0 16 16" width="28" height="28" data-mark={words.mark} aria-hidden="true">
          <circle cx="8" cy="8" r="7" />
          <path d={shapes[words.mark]} />
        </svg>
        {t(words.title)}
      </h2>
      <p className={styles.text}>{t(words.text, { amount: formatMoney(requested.amount, locale, currency) })}</p>
      <p className={styles.text}>{t('tracker.number', { id: shortNumber(requested.id) })}</p>
      <div className={styles.ways}>
        <a className={styles.link} data-primary href={platformPath}>
          {t('withdraw.done.platform')}
        </a>
        {onAnother && (
          <Button variant="quiet" onClick={onAnother}>
            {t('withdraw.done.another')}
          </Button>
        )}
      </div>
      <div className={styles.course}>
        <TransactionDetails id={requested.id} isAnnounced />
      </div>
    </section>
  );
}
