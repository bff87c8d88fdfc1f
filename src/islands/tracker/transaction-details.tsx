import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { TransactionDetails as Details } from '../../lib/contract/payments/payment-entities.ts';
import { trackOf } from '../../lib/transactions/transaction-track.ts';
import { $transactionDetails, loadOne, showTransaction } from '../../stores/transactions/transaction-details.ts';
import { useList } from '../lists/list-context.ts';
import { useRetry } from '../shared/use-retry.ts';
import { Button } from '../shared/button.tsx';
import { BankTransfer } from './bank-transfer.tsx';
import { CallOffDialog } from './call-off-dialog.tsx';
import { DetailNotes } from './detail-notes.tsx';
import { StepLine } from './step-line.tsx';
import { WaysOn } from './ways-on.tsx';
import { useStopName } from './use-stop-name.ts';
import styles from './transaction-details.module.css';

interface TransactionDetailsProps {
  id: string;
  /** Whether a step that is taken while somebody looks is read out here; not where the page says so itself. */
  isAnnounced?: boolean;
  /** Told when the customer has called it off. */
  onCalledOff?: (() => void) | undefined;
}

/** All that its customer is told about a transaction, kept as it is now; and what can still be done about it. */
export function TransactionDetails({ id, isAnnounced = false, onCalledOff }: TransactionDetailsProps) {
  const { t } = useList();
  const state = useStore($transactionDetails, { keys: [id] })[id];
  useEffect(() => showTransaction(id), [id]);
  if (state?.status === 'ready')
    return (
      <>
        <NewStep details={state.details} isAnnounced={isAnnounced} />
        <Known details={state.details} isAnnounced={isAnnounced} onCalledOff={onCalledOff} />
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

/** Reads out where it has come to since it was first shown; where the page tells how it stands, only what that does not tell. */
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
  onCalledOff: (() => void) | undefined;
}

function Known({ details, isAnnounced, onCalledOff }: KnownProps) {
  const { t } = useList();
  const [isAsking, setIsAsking] = useState(false);
  const [isCalledOff, setIsCalledOff] = useState(false);
  const all = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the keyboard, and who listens, go on here.
  useEffect(() => {
    if (isCalledOff) all.current?.focus();
  }, [isCalledOff]);
  const { cancellable, stage, checked_by_hand: isChecked } = details;
  return (
    <div
      ref={all}
      className={styles.details}
      role="group"
      aria-label={isCalledOff ? t('tracker.end.cancelled') : t('tracker.details')}
      tabIndex={-1}
    >
      <StepLine details={details} />
      {isChecked === 1 && <p className={styles.checked}>{t('tracker.checkedByHand')}</p>}
      <DetailNotes details={details} />
      {stage === 'pending' && isChecked === 0 && <BankTransfer details={details} />}
      {cancellable === 1 && <WaysOn details={details} onCallOff={() => setIsAsking(true)} />}
      {isAsking && (
        <CallOffDialog
          details={details}
          isTold={!isAnnounced}
          onShut={() => setIsAsking(false)}
          onDone={() => {
            setIsCalledOff(true);
            onCalledOff?.();
          }}
        />
      )}
    </div>
  );
}
