import { brand } from '../../brand.ts';
import type { TransactionDetails } from '../../lib/contract/payments/payment-entities.ts';
import { formatDateTime } from '../../lib/format/format-date-time.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { shortNumber } from '../../lib/transactions/short-number.ts';
import { CopyButton } from '../shared/take-away/copy-button.tsx';
import { useReturn } from './return-context.ts';
import styles from './return.module.css';

interface DepositFactsProps {
  transaction: TransactionDetails | undefined;
  isLoading: boolean;
}

/** The deposit in figures; until it is loaded, their places. */
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
