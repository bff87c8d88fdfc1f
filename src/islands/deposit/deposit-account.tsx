import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { brand } from '../../brand.ts';
import { formatDateTime } from '../../lib/format/format-date-time.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { transactionsOf } from '../../lib/transactions/transaction-list.ts';
import { $shownBalance, loadShownBalance } from '../../stores/payments/shown-balance.ts';
import { $transactions, loadTransactions } from '../../stores/payments/transactions.ts';
import { Button } from '../shared/button.tsx';
import { useRetry } from '../shared/use-retry.ts';
import { useDeposit } from './deposit-context.ts';
import styles from './deposit-account.module.css';

const dash = '–';

interface DepositAccountProps {
  /** `page`: behind the dialog. `foot`: below the form, where there is no room behind it. */
  form: 'page' | 'foot';
}

const mostShown = { page: 6, foot: 2 } as const;

/** What is in the account, and its last deposits. It has nothing to press: all behind the dialog is inert. */
export function DepositAccount({ form }: DepositAccountProps) {
  const { t, locale } = useDeposit();
  const balance = useStore($shownBalance);
  const state = useStore($transactions);
  const known = balance.status === 'ready' ? balance.balance : undefined;
  const deposits =
    state.status === 'ready' ? transactionsOf(state.transactions, 'deposits').slice(0, mostShown[form]) : null;
  const money = (amount: number | undefined) =>
    amount === undefined ? dash : formatMoney(amount, locale, brand.currency);
  if (balance.status === 'failed' && state.status === 'failed') return null;
  return (
    <div className={`${styles.account} ${styles[form]}`}>
      <h2>{t('deposit.behind.title')}</h2>
      {balance.status !== 'failed' && (
        <dl className={styles.figures}>
          {(['balance', 'freeMargin'] as const).map((figure) => (
            <div key={figure}>
              <dt>{t(`deposit.behind.${figure}`)}</dt>
              <dd>{money(known?.[figure])}</dd>
            </div>
          ))}
        </dl>
      )}
      {state.status !== 'failed' && <h3>{t('deposit.behind.last')}</h3>}
      {deposits?.length === 0 && <p className={styles.none}>{t('deposit.behind.none')}</p>}
      <ul>
        {deposits?.map(({ transaction_id: id, transaction_type_id: type, stage, amount, created_at: at }) => (
          <li key={id}>
            <span>{t(`transactions.type.${type}`)}</span>
            <strong>{money(amount)}</strong>
            <time dateTime={at}>{formatDateTime(at, locale)}</time>
            <span data-stage={stage}>{t(`transactions.status.${stage}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const loadAccount = () => Promise.all([loadShownBalance(), loadTransactions()]);

interface DepositFootProps {
  /** The account is not shown behind the dialog. */
  isNarrow: boolean;
}

/** The end of the dialog: the account on a narrow screen, what could not be loaded, and where else to go. */
export function DepositFoot({ isNarrow }: DepositFootProps) {
  const { t, paths } = useDeposit();
  const isFailed = [useStore($shownBalance), useStore($transactions)].some(({ status }) => status === 'failed');
  const { isBusy, tries, retry } = useRetry(loadAccount);
  useEffect(() => void loadAccount(), []);
  return (
    <>
      {isNarrow && <DepositAccount form="foot" />}
      {isFailed && (
        <div className={styles.fault} role="alert">
          <p key={tries}>{t('deposit.behind.failed')}</p>
          <Button isLoading={isBusy} onClick={retry}>
            {t('deposit.failed.retry')}
          </Button>
        </div>
      )}
      <p className={styles.ways}>
        <a href={paths.transactions}>{t('deposit.behind.all')}</a>
        <a href={paths.contact}>{t('deposit.behind.help')}</a>
      </p>
    </>
  );
}
