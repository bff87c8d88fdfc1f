import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { $receipt, shutReceipt } from '../../../stores/trading/receipts.ts';
import { useTerminal } from '../terminal-context.ts';
import type { OpenReceipt } from './open-receipt.tsx';

/** The receipt that is open, if one is. How it is shown is loaded while its quotes are: it is no weight of the screen itself. */
export function ReceiptDialog() {
  const { t } = useTerminal();
  const state = useStore($receipt);
  const [Shown, setShown] = useState<typeof OpenReceipt>();
  const isAwaited = state !== null && !Shown;
  useEffect(() => {
    if (!isAwaited) return;
    import('./open-receipt.tsx').then(
      (loaded) => setShown(() => loaded.OpenReceipt),
      () => {
        shutReceipt();
        showToast({ kind: 'error', text: t('platform.receipt.failed', { problem: t('problems.UNAVAILABLE') }) });
      },
    );
  }, [isAwaited, t]);
  return state && Shown && <Shown key={state.position.id} {...state} />;
}
