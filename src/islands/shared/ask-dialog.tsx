import type { ReactNode } from 'react';
import { useCallback, useId } from 'react';
import styles from './ask-dialog.module.css';

interface AskDialogProps {
  title: string;
  text: string;
  /** The action is under way and can no longer be cancelled. */
  isBusy?: boolean;
  fault?: string | undefined;
  onShut: () => void;
  /** The answer buttons. */
  children: ReactNode;
}

/** Asks for confirmation before something irreversible. It is open as long as it is mounted. */
export function AskDialog({ title, text, isBusy = false, fault, onShut, children }: AskDialogProps) {
  const titleId = useId();
  const textId = useId();
  const open = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    // Focuses the answer marked `data-begin`, if there is one; else the browser focuses the first.
    dialog.querySelector<HTMLElement>('[data-begin]')?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={open}
      className={`dialog ${styles.dialog}`}
      aria-labelledby={titleId}
      aria-describedby={textId}
      closedby={isBusy ? 'none' : 'any'}
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={onShut}
    >
      <h2 id={titleId}>{title}</h2>
      <p id={textId} className={styles.text}>
        {text}
      </p>
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.actions}>{children}</div>
    </dialog>
  );
}
