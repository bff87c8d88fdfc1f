import { useStore } from '@nanostores/react';
import type { PaymentMethod, TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { loadOne } from '../../stores/payments/transactions.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { useList } from '../lists/list-context.ts';
import { isContinuable, methodOf, useContinuing } from './use-continuing.ts';
import { Button } from '../shared/button.tsx';
import styles from './transaction-actions.module.css';

interface WaysOnProps {
  details: TransactionDetails;
  onCancel: () => void;
}

/** What the customer can still do about a transaction: pay it, or cancel it. */
export function TransactionActions({ details, onCancel }: WaysOnProps) {
  const { t, depositPath } = useList();
  const method = methodOf(details, useStore($paymentOptions, { ssr: 'initial' }));
  const { transaction_type_id: typeId, stage } = details;
  return (
    <>
      {stage === 'opened' && <p className={styles.text}>{t('tracker.paidAlready')}</p>}
      <div className={styles.ways}>
        {method && depositPath !== undefined && isContinuable(details, method) && (
          <Continue {...{ details, method, depositPath }} />
        )}
        <Button onClick={onCancel}>{t(typeId === 6 ? 'tracker.callOff.withdrawal' : 'tracker.callOff.deposit')}</Button>
      </div>
    </>
  );
}

interface ContinueProps {
  details: TransactionDetails;
  method: PaymentMethod;
  depositPath: string;
}

function Continue({ details: { transaction_id: transactionId }, method, depositPath }: ContinueProps) {
  const { t, locale } = useList();
  const onDecided = () => void loadOne(transactionId);
  const { isBusy, isRefused, goOn } = useContinuing({ transactionId, method, locale, depositPath, onDecided });
  return (
    <>
      <Button variant="primary" isLoading={isBusy} onClick={goOn}>
        {t('tracker.continue')}
      </Button>
      {isRefused && (
        <p className={styles.fault} role="alert">
          {t('tracker.notContinued')}
        </p>
      )}
    </>
  );
}
