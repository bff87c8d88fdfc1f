import { useCallback, useId, useState } from 'react';
import { logOutEverywhere } from '../../stores/account/security.ts';
import { useAccount } from '../account/account-context.ts';
import { Button } from '../shared/button.tsx';
import styles from './security.module.css';
import { useProblemText } from './use-problem-text.ts';

/** Asks once more before every session ends, this one too. */
export function EverywhereDialog({ onShut }: { onShut: () => void }) {
  const { t } = useAccount();
  const problemText = useProblemText();
  const titleId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const open = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    return () => dialog.close();
  }, []);

  async function end(): Promise<void> {
    setIsBusy(true);
    const result = await logOutEverywhere();
    // The page leaves by itself when the session is gone.
    if (result.ok) return;
    setIsBusy(false);
    setFault(problemText(result.problem));
  }

  return (
    <dialog ref={open} className={styles.dialog} aria-labelledby={titleId} onClose={onShut} closedby="any">
      <h2 id={titleId}>{t('account.security.everywhere.title')}</h2>
      <p className={styles.text}>{t('account.security.everywhere.text')}</p>
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" isLoading={isBusy} onClick={() => void end()}>
          {t('account.security.everywhere.confirm')}
        </Button>
        <Button variant="quiet" onClick={onShut}>
          {t('account.security.cancel')}
        </Button>
      </div>
    </dialog>
  );
}
