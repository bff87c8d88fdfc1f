import type { ReactNode } from 'react';
import { useCallback, useId } from 'react';
import styles from './ask-dialog.module.css';
import card from './card.module.css';

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
  const open = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={open}
      className={`dialog ${styles.dialog}`}
      aria-labelledby={titleId}
      closedby={isBusy ? 'none' : 'any'}
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={onShut}
    >
      <h2 id={titleId}>{title}</h2>
      <p className={card.text}>{text}</p>
      {fault !== undefined && (
        <p className={card.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={card.actions}>{children}</div>
    </dialog>
  );
}
