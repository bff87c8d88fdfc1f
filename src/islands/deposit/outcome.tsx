import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { useEffect } from 'react';
import { brand } from '../../brand.ts';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { formatDateTime } from '../../lib/format/format-date-time.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import { $newBalance, loadNewBalance } from '../../stores/payments/deposit-return.ts';
import { $session } from '../../stores/session.ts';
import { CopyButton } from '../shared/export/copy-button.tsx';
import { useReturn } from './return-context.ts';
import type { ReturnStage } from './return-context.ts';
import styles from './return.module.css';

interface StageTextProps {
  titleRef: Ref<HTMLHeadingElement>;
  stage: ReturnStage;
  transaction: TransactionDetails | undefined;
  /** The deposit has been pending for a long time. */
  isLong: boolean;
  /** The state may be out of date. */
  isStale: boolean;
}

/** The title and text for the deposit's current stage. */
export function StageText({ titleRef, stage, transaction, isLong, isStale }: StageTextProps) {
  const { t, locale } = useReturn();
  const isVerified = useStore($session, { ssr: () => null })?.user.verified_account !== 0;
  const amount = transaction ? formatMoney(transaction.amount, locale, brand.currency) : '';
  return (
    <>
      <h1 id="outcome" ref={titleRef} tabIndex={-1}>
        {t(`deposit.return.${stage}.title`, { amount })}
      </h1>
      <p>{t(textOf(stage, { isLong, isVerified }))}</p>
      {transaction?.reason && <p className={styles.reason}>{transaction.reason}</p>}
      {stage === 'approved' && <NewBalance />}
      {isStale && <p className={styles.stale}>{t('deposit.return.stale')}</p>}
    </>
  );
}

function textOf(stage: ReturnStage, { isLong, isVerified }: { isLong: boolean; isVerified: boolean }): string {
  if (stage === 'pending' && isLong) return 'deposit.return.pending.long';
  // Unverified customers cannot trade yet.
  if (stage === 'approved' && !isVerified) return 'deposit.return.approved.unverified';
  return `deposit.return.${stage}.text`;
}

/** The new balance; renders nothing until it is known, or if it cannot be loaded. */
function NewBalance() {
  const { t, locale } = useReturn();
  const balance = useStore($newBalance, { ssr: 'initial' });
  useEffect(() => void loadNewBalance(), []);
  if (balance === null) return null;
  return (
    <p className={styles.balance}>
      {t('deposit.return.balance')} <strong className="figures">{formatMoney(balance, locale, brand.currency)}</strong>
    </p>
  );
}

interface DepositFactsProps {
  transaction: TransactionDetails | undefined;
  isLoading: boolean;
}

/** The figures of the deposit, with placeholders until it is loaded. */
export function DepositFacts({ transaction, isLoading }: DepositFactsProps) {
  const { t, locale } = useReturn();
  if (!transaction && !isLoading) return null;
  const { transaction_id: id = '', amount = 0, created_at: at = '' } = transaction ?? {};
  return (
    <dl className={styles.facts} aria-busy={isLoading || undefined}>
      <div>
        <dt>{t('deposit.return.facts.amount')}</dt>
        <dd className="figures">{transaction && formatMoney(amount, locale, brand.currency)}</dd>
      </div>
      <div>
        <dt>{t('deposit.return.facts.begun')}</dt>
        <dd className="figures">{transaction && <time dateTime={at}>{formatDateTime(at, locale)} UTC</time>}</dd>
      </div>
      <div>
        <dt>{t('deposit.return.facts.number')}</dt>
        <dd className={`figures ${styles.number}`}>
          {shortNumber(id)}
          {transaction && (
            <CopyButton
              text={id}
              label={t('deposit.return.facts.copy')}
              copied={t('deposit.return.facts.copied')}
              notCopied={t('deposit.bank.notCopied')}
            />
          )}
        </dd>
      </div>
    </dl>
  );
}

/** A clock, a magnifying glass, a tick, a cross, a line: shapes show the outcome, not only colours. */
const shapes: Record<ReturnStage, string> = {
  loading: '',
  pending: 'M28 17v11l7 5',
  byHand: 'M33.5 26a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0M31.5 31.5l6.5 6.5',
  checked: 'M33.5 26a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0M31.5 31.5l6.5 6.5',
  approved: 'M18 29l7 7 13-15',
  declined: 'M20.5 20.5l15 15M35.5 20.5l-15 15',
  cancelled: 'M19 28h18',
  unstarted: 'M19 28h18',
  unknown: 'M23 23a5 5 0 1 1 7.5 4.3c-1.7 1-2.5 2-2.5 4M28 36v.5',
  failed: 'M28 18v13M28 36.500v.5',
};

export function OutcomeMark({ stage }: { stage: ReturnStage }) {
  return (
    <svg className={styles.mark} viewBox="0 0 56 56" width="56" height="56" aria-hidden="true">
      <circle cx="28" cy="28" r="26" />
      {stage === 'pending' && <circle className={styles.turning} cx="28" cy="28" r="26" pathLength="1" />}
      <path d={shapes[stage]} />
    </svg>
  );
}
