import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { $depositReturn } from '../../stores/payments/deposit-return.ts';
import { followDeposit } from '../../stores/payments/follow-deposit.ts';
import { $paymentOptions, loadPaymentOptions } from '../../stores/payments/options.ts';
import { DepositFacts } from './deposit-facts.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import { OutcomeWays } from './outcome-ways.tsx';
import { useReturn } from './return-context.ts';
import styles from './return.module.css';
import type { ReturnStage } from './return-stage.ts';
import { stageOf } from './return-stage.ts';
import { StageText } from './outcome.tsx';

/** Whoever has waited so long is told that there is no need to. */
const longWaitMs = 30_000;

/** What became of a deposit, as the server says; it changes by itself, and credits nothing. */
export function ReturnPage() {
  const { t } = useReturn();
  const state = useStore($depositReturn, { ssr: 'initial' });
  const options = useStore($paymentOptions, { ssr: 'initial' });
  const methods = options.status === 'ready' ? options.options.methods : [];
  const stage = stageOf(state, methods);
  const isLong = useLongWait(stage);
  useEffect(() => {
    void loadPaymentOptions();
    return followDeposit(new URLSearchParams(location.search).get('transaction') ?? '');
  }, []);
  const title = useRef<HTMLHeadingElement>(null);
  // Of what is no deposit nothing is told.
  const transaction = state.status === 'known' && stage !== 'unknown' ? state.transaction : undefined;
  const isSimulated = methods.some(({ provider, simulated }) => provider === transaction?.provider && simulated === 1);
  // What has come to its end stays as it is.
  const isStale = state.status === 'known' && state.isStale && transaction?.transaction_status === 'pending';
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="outcome" data-stage={stage}>
        <OutcomeMark stage={stage} />
        <div role="status" className={styles.said}>
          <StageText titleRef={title} {...{ stage, transaction, isLong, isStale }} />
        </div>
        <DepositFacts transaction={transaction} isLoading={stage === 'loading'} />
        {isSimulated && <p className={styles.simulated}>{t('deposit.hint.simulated')}</p>}
        <OutcomeWays stage={stage} transaction={transaction} onCancelled={() => title.current?.focus()} />
      </section>
    </div>
  );
}

/** Whether a deposit has been waited for for long. */
function useLongWait(stage: ReturnStage): boolean {
  const [isLong, setIsLong] = useState(false);
  const isWaiting = stage === 'pending';
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLong(true), longWaitMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLong;
}
