import { useState } from 'react';
import type { AccountChoice } from '../../../lib/affiliates/account-choice.ts';
import { takeAccountsFile } from '../../../stores/affiliate/summary.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useList } from '../../lists/list-context.ts';
import { Button } from '../../shared/button.tsx';
import { saveFile } from '../../shared/take-away/save-file.ts';

/** Saves all of the chosen accounts as a file, not only those of the page. */
export function ExportButton({ choice }: { choice: AccountChoice }) {
  const { t } = useList();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    const taken = await takeAccountsFile(choice);
    setIsBusy(false);
    if (!taken.ok) {
      const problem = t(`problems.${taken.problem.code}`);
      showToast({ kind: 'error', text: t('affiliate.export.failed', { problem }) });
      return;
    }
    const name = `accounts-${new Date().toISOString().slice(0, 10)}.csv`;
    saveFile({ name, content: taken.file, type: 'text/csv' });
    showToast({ kind: 'success', text: t('affiliate.export.done', { file: name }) });
  };
  return (
    <Button isLoading={isBusy} onClick={() => void save()}>
      {t('affiliate.export.action')}
    </Button>
  );
}
