import type { ReactNode } from 'react';
import { useCallback, useId } from 'react';
import styles from './ask-dialog.module.css';

interface AskDialogProps {
  title: string;
  text: string;
  /** What is asked about is being done: it cannot be called off any more. */
  isBusy?: boolean;
  fault?: string | undefined;
  onShut: () => void;
  /** The answers. */
  children: ReactNode;
}

/** Asks once more before something is done that cannot be undone. It is open as long as it is there. */
export function AskDialog({ title, text, isBusy = false, fault, onShut, children }: AskDialogProps) {
  const titleId = useId();
  const textId = useId();
  const open = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    // Where an answer is said to be the one to begin with; else at the first.
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
