import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { brand } from '../../brand.ts';
import type { PaymentOptions } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import { $paymentOptions, loadPaymentOptions } from '../../stores/payments/options.ts';
import { followMoney } from '../../stores/payments/withdrawal.ts';
import { ListContext, useList } from '../lists/list-context.ts';
import { ListPage } from '../lists/list-page.tsx';
import { ListFailure, ListSkeleton } from '../lists/list-state.tsx';
import { OpenWithdrawals } from './open-withdrawals.tsx';
import type { Requested } from './requested-panel.tsx';
import { RequestedPanel } from './requested-panel.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import styles from './withdraw.module.css';

interface WithdrawIslandProps {
  paths: WithdrawPaths;
  locale: string;
  /** Texts by namespace: withdraw, amount, tracker, problems, common. */
  messages: Messages;
}

export function WithdrawIsland({ paths, locale, messages }: WithdrawIslandProps) {
  const value = useMemo(() => ({ t: createTranslate(messages), locale, currency: brand.currency }), [messages, locale]);
  return (
    <ListContext value={value}>
      <WithdrawPage paths={paths} />
    </ListContext>
  );
}

interface WithdrawPaths {
  platform: string;
  deposit: string;
  withdrawals: string;
}

/** The available funds and the request form on top, and pending withdrawals below. */
function WithdrawPage({ paths }: { paths: WithdrawPaths }) {
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
  // The form's state is here, so that input survives while the form is hidden.
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

interface NothingToWithdrawProps {
  options: PaymentOptions;
  paths: { deposit: string; platform: string };
}

/** Says that nothing can be withdrawn, where the money is, and what can be done about it. */
function NothingToWithdraw({ options, paths }: NothingToWithdrawProps) {
  const { t } = useList();
  const advice = adviceOf(options);
  return (
    <section className={styles.card}>
      <h2>{t('withdraw.none.title')}</h2>
      <p className={styles.text}>{t(`withdraw.none.${advice}`)}</p>
      {advice === 'text' ? (
        <a className={styles.link} href={paths.deposit}>
          {t('withdraw.none.deposit')}
        </a>
      ) : (
        <a className={styles.link} href={paths.platform}>
          {t('withdraw.done.platform')}
        </a>
      )}
    </section>
  );
}

/** Which kind of unavailable money the advice explains, as the end of its text key; `text` if there is none. */
function adviceOf({ reserved, invested }: PaymentOptions): 'text' | 'reserved' | 'invested' | 'both' {
  if (reserved > 0) return invested > 0 ? 'both' : 'reserved';
  return invested > 0 ? 'invested' : 'text';
}

/** The amount that can be withdrawn, and the amounts that cannot, which explain the difference from the balance. */
function FundsPanel({ options }: { options: PaymentOptions }) {
  const { t, locale, currency } = useList();
  const unavailable = (['reserved', 'invested', 'bonus', 'credit'] as const).filter((part) => options[part] > 0);
  const why = [
    ...(options.reserved > 0 ? [t('withdraw.funds.why.reserved')] : []),
    ...(options.invested > 0 ? [t('withdraw.funds.why.invested')] : []),
    ...(options.bonus > 0 || options.credit > 0 ? [t('withdraw.funds.why.traded')] : []),
  ];
  return (
    <section className={styles.panel} aria-labelledby="withdraw-funds">
      <h2 id="withdraw-funds">{t('withdraw.funds.title')}</h2>
      <p className={styles.figure} data-figure="withdrawable">
        {formatMoney(options.withdrawable, locale, currency)}
      </p>
      {unavailable.length > 0 ? (
        <>
          <h3>{t('withdraw.funds.stays')}</h3>
          <dl>
            {unavailable.map((part) => (
              <div key={part}>
                <dt>{t(`withdraw.funds.${part}`)}</dt>
                <dd data-figure={part}>{formatMoney(options[part], locale, currency)}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.why}>{why.join(' ')}</p>
        </>
      ) : (
        options.withdrawable > 0 && <p className={styles.why}>{t('withdraw.funds.all')}</p>
      )}
    </section>
  );
}
