import { brand } from '../../brand.ts';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { transactionsCsv } from '../../lib/transactions/transactions-csv.ts';
import { showToast } from '../../stores/toasts.ts';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import { saveFile } from '../shared/take-away/save-file.ts';

/** Saves all transactions of a group as a CSV file, in the order of the table. */
export function ExportButton({
  group,
  transactions,
}: {
  group: TransactionGroup;
  transactions: readonly Transaction[];
}) {
  const { t, locale } = useList();
  const save = () => {
    const file = `${group}-${new Date().toISOString().slice(0, 10)}.csv`;
    saveFile({ name: file, content: transactionsCsv(transactions, brand.currency), type: 'text/csv' });
    const text = t('transactions.export.done', { file, count: formatCount(transactions.length, locale) });
    showToast({ kind: 'success', text });
  };
  return <Button onClick={save}>{t('transactions.export.action')}</Button>;
}
