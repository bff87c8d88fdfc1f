import { useStore } from '@nanostores/react';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { formatCount, formatMoney, formatSignedMoney } from '../../lib/format/format-number.ts';
import { toMajor, toMinor } from '../../lib/trading/money.ts';
import { mostTransactions } from '../../lib/transactions/most-transactions.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { useList } from '../lists/list-context.ts';
import styles from './transactions.module.css';

interface GroupTotalsProps {
  group: TransactionGroup;
  transactions: readonly Transaction[];
  /** There are older ones that are not in it: what they come to is not known here. */
  isCut: boolean;
}

/** What the transactions of a group come to: what moved, what waits, and of withdrawals what is reserved for them. */
export function GroupTotals({ group, transactions, isCut }: GroupTotalsProps) {
  const { t, locale, currency } = useList();
  const options = useStore($paymentOptions, { ssr: 'initial' });
  const reserved = group === 'withdrawals' && options.status === 'ready' ? options.options.reserved : 0;
  // A withdrawal is booked once it was sent.
  const booked = transactions.filter(
    ({ transaction_status: status, transaction_type_id: type, stage }) =>
      status === 'approved' && (type !== typeIds.withdrawal || stage !== 'approved'),
  );
  const pending = transactions.filter(({ stage }) => stage === 'pending');
  // What is reserved is what waits, and what was approved and not sent yet.
  const isKnown = group !== 'withdrawals' || options.status !== 'loading';
  const waiting = isKnown && reserved === 0 && pending.length > 0;
  const total = (of: readonly Transaction[]) => formatSignedMoney(totalOf(of), locale, currency);
  if (isCut)
    return <p className={styles.cut}>{t('transactions.newest', { count: formatCount(mostTransactions, locale) })}</p>;
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t('transactions.booked')}</dt>
        <dd>{total(booked)}</dd>
      </div>
      {waiting && (
        <div>
          <dt>{t('transactions.status.pending')}</dt>
          <dd>{total(pending)}</dd>
        </div>
      )}
      {reserved > 0 && (
        <div data-reserved>
          <dt>{t('transactions.reserved')}</dt>
          <dd>{formatMoney(reserved, locale, currency)}</dd>
        </div>
      )}
    </dl>
  );
}

function totalOf(transactions: readonly Transaction[]): number {
  return toMajor(transactions.reduce((sum, { amount }) => sum + toMinor(amount), 0));
}
