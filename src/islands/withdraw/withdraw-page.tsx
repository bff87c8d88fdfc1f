import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import { $paymentOptions, loadPaymentOptions } from '../../stores/payments/options.ts';
import { followMoney } from '../../stores/payments/withdrawal.ts';
import { useList } from '../lists/list-context.ts';
import { ListPage } from '../lists/list-page.tsx';
import { ListFailure, ListSkeleton } from '../lists/list-state.tsx';
import { FundsPanel } from './funds-panel.tsx';
import { NothingToWithdraw } from './nothing-to-withdraw.tsx';
import { OpenWithdrawals } from './open-withdrawals.tsx';
import type { Requested } from './requested-panel.tsx';
import { RequestedPanel } from './requested-panel.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import styles from './withdraw.module.css';

export interface WithdrawPaths {
  platform: string;
  deposit: string;
  withdrawals: string;
}

/** What can be paid out and the wish for it on top, what is on its way below. */
export function WithdrawPage({ paths }: { paths: WithdrawPaths }) {
  const { t } = useList();
  const state = useStore($paymentOptions, { ssr: 'initial' });
  const [requested, setRequested] = useState<Requested>();
  useEffect(() => followMoney(), []);
  return (
    <ListPage title={t('withdraw.title')} lead={t('withdraw.lead')}>
      {state.status === 'loading' && (
        <div className={styles.card}>
          <ListSkeleton rows={4} />
        </div>
      )}
      {state.status === 'failed' && (
        <div className={styles.card}>
          <ListFailure text={t('withdraw.failed')} retryLabel={t('withdraw.retry')} onRetry={loadPaymentOptions} />
        </div>
      )}
      {state.status === 'ready' && (
        <Ready options={state.options} paths={paths} requested={requested} onRequested={setRequested} />
      )}
      <OpenWithdrawals href={paths.withdrawals} without={requested?.id} />
    </ListPage>
  );
}

interface ReadyProps {
  options: PaymentOptions;
  paths: WithdrawPaths;
  requested: Requested | undefined;
  onRequested: (requested: Requested | undefined) => void;
}

function Ready({ options, paths, requested, onRequested }: ReadyProps) {
  const { withdrawable } = options;
  // Here, so that what was typed is there again where the form was taken away for a while.
  const withdrawal = useWithdrawal({ withdrawable, onRequested });
  const [isAgain, setIsAgain] = useState(false);
  const another = () => {
    setIsAgain(true);
    onRequested(undefined);
  };
  return (
    <div className={styles.columns}>
      {requested ? (
        <RequestedPanel
          requested={requested}
          platformPath={paths.platform}
          onAnother={withdrawable > 0 ? another : undefined}
        />
      ) : withdrawable > 0 || withdrawal.isBegun ? (
        <WithdrawForm withdrawal={withdrawal} withdrawable={withdrawable} isAgain={isAgain} />
      ) : (
        <NothingToWithdraw options={options} paths={paths} />
      )}
      <FundsPanel options={options} />
    </div>
  );
}
