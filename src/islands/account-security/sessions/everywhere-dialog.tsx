import { useState } from 'react';
import { logOutEverywhere } from '../../../stores/account/security.ts';
import { useAccount } from '../../account/account-context.ts';
import { useProblemText } from '../../account/use-problem-text.ts';
import { Button } from '../../shared/button.tsx';
import { AskDialog } from '../../shared/ask/ask-dialog.tsx';

/** Asks once more before every session ends, this one too. */
export function EverywhereDialog({ onShut }: { onShut: () => void }) {
  const { t } = useAccount();
  const problemText = useProblemText();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function end(): Promise<void> {
    setFault(undefined);
    setIsBusy(true);
    const result = await logOutEverywhere();
    // The page leaves by itself when the session is gone.
    if (result.ok) return;
    setIsBusy(false);
    setFault(problemText(result.problem));
  }

  return (
    <AskDialog
      title={t('account.security.everywhere.title')}
      text={t('account.security.everywhere.text')}
      isBusy={isBusy}
      fault={fault}
      onShut={onShut}
    >
      <Button variant="primary" isLoading={isBusy} onClick={() => void end()}>
        {t('account.security.everywhere.confirm')}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={onShut}>
        {t('account.security.cancel')}
      </Button>
    </AskDialog>
  );
}
