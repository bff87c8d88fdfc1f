import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { brand } from '../../brand.ts';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { formatCount, formatMoney, formatSignedMoney } from '../../lib/format/format-number.ts';
import { toMajor, toMinor } from '../../lib/money.ts';
import {
  mostTransactions,
  sortTransactions,
  transactionsCsv,
  transactionsOf,
} from '../../lib/transactions/transaction-list.ts';
import type { TransactionChoice, TransactionSort } from '../../lib/transactions/transaction-list.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import { $paymentOptions } from '../../stores/payments/options.ts';
import { showToast } from '../../stores/toasts.ts';
import { useList } from '../lists/list-context.ts';
import { ListEmpty } from '../lists/list-state.tsx';
import { Button } from '../shared/button.tsx';
import { saveFile } from '../shared/export/save-file.ts';
import { TransactionsTable } from './transactions-table.tsx';
import styles from './transactions.module.css';

interface GroupPanelProps {
  group: TransactionGroup;
  /** The transactions of all groups. */
  transactions: readonly Transaction[];
  shortcut: string | undefined;
}

/** The transactions of one group, newest first by default. */
export function GroupPanel({ group, transactions: all, shortcut }: GroupPanelProps) {
  const { t, locale } = useList();
  const [choice, setChoice] = useState<TransactionChoice>({ sort: 'created_at', order: 'desc' });
  const own = useMemo(() => transactionsOf(all, group), [all, group]);
  const sorted = useMemo(() => {
    const nameOf = (one: Transaction, sort: TransactionSort) =>
      sort === 'transaction_status'
        ? t(`transactions.status.${one.stage}`)
        : t(`transactions.type.${one.transaction_type_id}`);
    return sortTransactions(own, choice, { nameOf, locale });
  }, [own, choice, t, locale]);

  if (own.length === 0) {
    return (
      <ListEmpty title={t(`transactions.empty.${group}.title`)} text={t(`transactions.empty.${group}.text`)}>
        {shortcut !== undefined && <Shortcut group={group} href={shortcut} />}
      </ListEmpty>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <GroupTotals group={group} transactions={own} isCut={all.length >= mostTransactions} />
        <ExportButton group={group} transactions={sorted} />
        {shortcut !== undefined && <Shortcut group={group} href={shortcut} />}
      </div>
      <TransactionsTable transactions={sorted} choice={choice} onSort={setChoice} />
    </>
  );
}

interface GroupTotalsProps {
  group: TransactionGroup;
  transactions: readonly Transaction[];
  /** The list lacks older transactions, so totals cannot be calculated from it. */
  isCut: boolean;
}

/** The totals of a group: booked, pending, and for withdrawals also reserved. */
function GroupTotals({ group, transactions, isCut }: GroupTotalsProps) {
  const { t, locale, currency } = useList();
  const options = useStore($paymentOptions, { ssr: 'initial' });
  const reserved = group === 'withdrawals' && options.status === 'ready' ? options.options.reserved : 0;
  // A withdrawal is booked once it has been sent.
  const booked = transactions.filter(
    ({ transaction_status: status, transaction_type_id: type, stage }) =>
      status === 'approved' && (type !== typeIds.withdrawal || stage !== 'approved'),
  );
  const pending = transactions.filter(({ stage }) => stage === 'pending');
  // Reserved covers pending withdrawals, and approved ones that have not been sent yet.
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

/** Exports all transactions of a group as a CSV file, in the order of the table. */
function ExportButton({ group, transactions }: { group: TransactionGroup; transactions: readonly Transaction[] }) {
  const { t, locale } = useList();
  const save = () => {
    const file = `${group}-${new Date().toISOString().slice(0, 10)}.csv`;
    saveFile({ name: file, content: transactionsCsv(transactions, brand.currency), type: 'text/csv' });
    const text = t('transactions.export.done', { file, count: formatCount(transactions.length, locale) });
    showToast({ kind: 'success', text });
  };
  return <Button onClick={save}>{t('transactions.export.action')}</Button>;
}

/**
 * The link to the deposit or withdrawal page. Its icon is not an arrow: beside the export button, an arrow would
 * suggest an upload or a download.
 */
function Shortcut({ group, href }: { group: TransactionGroup; href: string }) {
  const { t } = useList();
  const isOut = group === 'withdrawals';
  return (
    <a className={styles.shortcut} href={href}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={isOut ? 'M4 10h12' : 'M10 4v12M4 10h12'} />
      </svg>
      {isOut ? t('transactions.shortcut.withdrawals') : t('transactions.shortcut.deposits')}
    </a>
  );
}
