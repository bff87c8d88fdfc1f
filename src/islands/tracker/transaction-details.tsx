import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { TransactionDetails as Details } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { trackOf } from '../../lib/transactions/transaction-track.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { $session } from '../../stores/session.ts';
import { $transactionDetails, cancelById, loadOne, showTransaction } from '../../stores/payments/transactions.ts';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import { OnDemand } from '../shared/on-demand.tsx';
import { useRetry } from '../shared/use-retry.ts';
import { BankDetails } from './bank-details.tsx';
import { StepTimeline, useStopName } from './step-timeline.tsx';
import styles from './transaction-details.module.css';
import { methodOf } from './use-continuing.ts';
import { TransactionActions } from './transaction-actions.tsx';

interface TransactionDetailsProps {
  id: string;
  /** Whether new steps are announced here; false if the page announces them itself. */
  isAnnounced?: boolean;
  /** Called when the customer has cancelled the transaction. */
  onCancelled?: (() => void) | undefined;
}

/** All details of a transaction that a customer may see, kept up to date, and the actions that are still possible. */
export function TransactionDetails({ id, isAnnounced = false, onCancelled }: TransactionDetailsProps) {
  const { t } = useList();
  const state = useStore($transactionDetails, { keys: [id] })[id];
  useEffect(() => showTransaction(id), [id]);
  if (state?.status === 'ready')
    return (
      <>
        <NewStep details={state.details} isAnnounced={isAnnounced} />
        <Known details={state.details} isAnnounced={isAnnounced} onCancelled={onCancelled} />
      </>
    );
  if (state?.status === 'failed') return <Failed id={id} />;
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {[1, 2, 3, 4].map((stop) => (
        <span key={stop} aria-hidden="true" />
      ))}
    </div>
  );
}

function Failed({ id }: { id: string }) {
  const { t } = useList();
  const { isBusy, tries, retry } = useRetry(() => loadOne(id));
  return (
    <div className={styles.failed} role="alert">
      <p key={tries}>{t('tracker.failed')}</p>
      <Button isLoading={isBusy} onClick={retry}>
        {t('tracker.retry')}
      </Button>
    </div>
  );
}

/**
 * Announces a new step of the transaction. If the page itself announces the new state, announces only what the page
 * leaves out.
 */
function NewStep({ details, isAnnounced }: { details: Details; isAnnounced: boolean }) {
  const nameOf = useStopName(details);
  const { t } = useList();
  const isChecked = details.checked_by_hand === 1;
  const [seen] = useState({ steps: details.steps.length, isChecked, stage: details.stage });
  const isTold = !isAnnounced && details.stage !== seen.stage;
  const last =
    !isTold && details.steps.length > seen.steps ? trackOf(details).findLast(({ at }) => at !== null) : undefined;
  return (
    <p className="visually-hidden" role="status">
      {isChecked && !seen.isChecked ? t('tracker.checkedByHand') : last && nameOf(last)}
    </p>
  );
}

interface KnownProps {
  details: Details;
  isAnnounced: boolean;
  onCancelled: (() => void) | undefined;
}

function Known({ details, isAnnounced, onCancelled }: KnownProps) {
  const { t } = useList();
  const [isAsking, setIsAsking] = useState(false);
  const [isCancelled, setIsCancelled] = useState(false);
  const all = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so keyboard and screen reader users continue here.
  useEffect(() => {
    if (isCancelled) all.current?.focus();
  }, [isCancelled]);
  const { cancellable, stage, checked_by_hand: isChecked } = details;
  return (
    <div
      ref={all}
      className={styles.details}
      role="group"
      aria-label={isCancelled ? t('tracker.end.cancelled') : t('tracker.details')}
      tabIndex={-1}
    >
      <StepTimeline details={details} />
      {isChecked === 1 && <p className={styles.checked}>{t('tracker.checkedByHand')}</p>}
      <DetailNotes details={details} />
      {stage === 'pending' && isChecked === 0 && <BankTransfer details={details} />}
      {cancellable === 1 && <TransactionActions details={details} onCancel={() => setIsAsking(true)} />}
      {isAsking && (
        <CancelTransaction
          details={details}
          isTold={!isAnnounced}
          onShut={() => setIsAsking(false)}
          onDone={() => {
            setIsCancelled(true);
            onCancelled?.();
          }}
        />
      )}
    </div>
  );
}

/** Notes on a transaction: whether a different amount was credited, the broker's reason, and the customer's comment. */
function DetailNotes({ details }: { details: Details }) {
  const { t, locale, currency } = useList();
  const { amount, asked_amount: asked, reason, comments, stage } = details;
  if (asked === null && reason === null && comments === null) return null;
  const money = (major: number) => formatMoney(major, locale, currency);
  const isBad = stage === 'declined' || stage === 'returned';
  return (
    <dl className={styles.notes}>
      {asked !== null && (
        <div data-asked>
          <dt>{t('tracker.amount')}</dt>
          <dd>{t('tracker.otherAmount', { asked: money(asked), credited: money(amount) })}</dd>
        </div>
      )}
      {reason !== null && (
        <div data-reason={isBad ? 'bad' : ''}>
          <dt>{t('tracker.reason')}</dt>
          <dd>{reason}</dd>
        </div>
      )}
      {comments !== null && (
        <div>
          <dt>{t('tracker.comments')}</dt>
          <dd>{comments}</dd>
        </div>
      )}
    </dl>
  );
}

/** Where to transfer the money of a deposit that has not arrived yet. */
function BankTransfer({ details }: { details: Details }) {
  const { t, locale, currency } = useList();
  const account = methodOf(details, useStore($paymentOptions, { ssr: 'initial' }))?.account;
  const session = useStore($session, { ssr: 'initial' });
  if (!account || !session) return null;
  const plain = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  // Banks' forms accept no currency sign and no thousands separators.
  const written = details.amount.toLocaleString(locale, plain);
  const amount = { shown: formatMoney(details.amount, locale, currency), written };
  const words = {
    title: t('tracker.bank.title'),
    amount: t('tracker.bank.amount'),
    reference: t('tracker.bank.reference'),
    text: t('tracker.bank.text'),
    copy: (name: string) => t('tracker.bank.copy', { name }),
    copied: (name: string) => t('tracker.bank.copied', { name }),
    notCopied: t('tracker.bank.notCopied'),
  };
  return <BankDetails {...{ account, locale, amount, words }} reference={session.user.uniqid} />;
}

const loadCancelDialog = async () => (await import('./cancel-dialog.tsx')).CancelDialog;

interface CancelTransactionProps {
  details: Details;
  /** Whether a toast confirms the cancellation; false if the page itself does. */
  isTold: boolean;
  onShut: () => void;
  onDone: () => void;
}

/** Asks for confirmation before this transaction is cancelled. */
function CancelTransaction({ details, ...answers }: CancelTransactionProps) {
  const { t, locale, currency } = useList();
  return (
    <OnDemand
      {...answers}
      load={loadCancelDialog}
      t={t}
      kind={details.transaction_type_id === 6 ? 'withdrawal' : 'deposit'}
      amount={formatMoney(Math.abs(details.amount), locale, currency)}
      cancel={() => cancelById(details.transaction_id)}
    />
  );
}
