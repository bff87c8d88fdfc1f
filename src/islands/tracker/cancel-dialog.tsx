import { useState } from 'react';
import type { Result } from '../../lib/contract/problem.ts';
import type { Translate } from '../../lib/i18n/translate.ts';
import { showToast } from '../../stores/toasts.ts';
import { AskDialog } from '../shared/ask-dialog.tsx';
import { Button } from '../shared/button.tsx';

interface CancelDialogProps {
  /** Must have the texts of the namespaces `tracker` and `problems`. */
  t: Translate;
  kind: 'deposit' | 'withdrawal';
  /** Already formatted with its currency. */
  amount: string;
  /** Whether a toast confirms the cancellation; false if the page itself does. */
  isTold: boolean;
  cancel: () => Promise<Result>;
  onShut: () => void;
  onDone: () => void;
}

/** Asks for confirmation before a transaction is cancelled, on any page. */
export function CancelDialog({ t, kind, amount, isTold, cancel, onShut, onDone }: CancelDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const isWithdrawal = kind === 'withdrawal';

  async function act(): Promise<void> {
    setFault(undefined);
    setIsBusy(true);
    const result = await cancel();
    setIsBusy(false);
    if (!result.ok) {
      const { code } = result.problem;
      setFault(t(code === 'UNAVAILABLE' ? 'tracker.callOff.unreachable' : `problems.${code}`));
      return;
    }
    onShut();
    onDone();
    if (!isTold) return;
    const done = isWithdrawal ? 'tracker.callOff.withdrawalDone' : 'tracker.callOff.depositDone';
    showToast({ kind: 'success', text: t(done, { amount }) });
  }

  return (
    <AskDialog
      title={t(isWithdrawal ? 'tracker.callOff.withdrawalTitle' : 'tracker.callOff.depositTitle')}
      text={t(isWithdrawal ? 'tracker.callOff.withdrawalText' : 'tracker.callOff.depositText', { amount })}
      isBusy={isBusy}
      fault={fault}
      onShut={onShut}
    >
      <Button variant="primary" isLoading={isBusy} onClick={() => void act()}>
        {t('tracker.callOff.confirm')}
      </Button>
      <Button variant="quiet" data-begin disabled={isBusy} onClick={onShut}>
        {t('tracker.callOff.keep')}
      </Button>
    </AskDialog>
  );
}
