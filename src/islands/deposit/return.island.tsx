import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Messages } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { $depositReturn, followDeposit } from '../../stores/payments/deposit-return.ts';
import { $paymentOptions, loadPaymentOptions } from '../../stores/payments/options.ts';
import { ToastRegion } from '../shared/toast-region.tsx';
import { DepositFacts, OutcomeMark, StageText } from './outcome.tsx';
import { OutcomeActions } from './outcome-actions.tsx';
import type { ReturnPaths, ReturnStage } from './return-context.ts';
import { ReturnContext, stageOf, useReturn } from './return-context.ts';
import styles from './return.module.css';

interface ReturnIslandProps {
  paths: ReturnPaths;
  locale: string;
  /** Texts by namespace: deposit, problems, common. */
  messages: Messages;
}

export function ReturnIsland({ messages, locale, paths }: ReturnIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, paths }), [messages, locale, paths]);
  return (
    <ReturnContext value={value}>
      <ReturnPage />
      <ToastRegion label={value.t('common.notifications')} closeLabel={value.t('common.close')} />
    </ReturnContext>
  );
}

/** After this wait, the customer is told that there is no need to stay. */
const longWaitMs = 30_000;

/** The outcome of a deposit as the server reports it. The page updates by itself; opening it never credits anything. */
function ReturnPage() {
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
  // Shows nothing about a transaction that is not a deposit.
  const transaction = state.status === 'known' && stage !== 'unknown' ? state.transaction : undefined;
  const isSimulated = methods.some(({ provider, simulated }) => provider === transaction?.provider && simulated === 1);
  // A transaction that has ended cannot be out of date.
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
        <OutcomeActions stage={stage} transaction={transaction} onCancelled={() => title.current?.focus()} />
      </section>
    </div>
  );
}

/** Whether a deposit has been pending for a long time. */
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
