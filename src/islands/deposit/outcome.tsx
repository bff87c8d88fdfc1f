import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { useEffect } from 'react';
import { brand } from '../../brand.ts';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { $newBalance, loadNewBalance } from '../../stores/payments/new-balance.ts';
import { $session } from '../../stores/session.ts';
import { useReturn } from './return-context.ts';
import type { ReturnStage } from './return-stage.ts';
import styles from './return.module.css';

interface StageTextProps {
  titleRef: Ref<HTMLHeadingElement>;
  stage: ReturnStage;
  transaction: TransactionDetails | undefined;
  /** It has been waited for for long. */
  isLong: boolean;
  /** It may be otherwise by now. */
  isStale: boolean;
}

/** What has become of the deposit, in words. */
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
  // Who is not verified yet cannot trade.
  if (stage === 'approved' && !isVerified) return 'deposit.return.approved.unverified';
  return `deposit.return.${stage}.text`;
}

/** Nothing until it is known, or where it cannot be loaded. */
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
