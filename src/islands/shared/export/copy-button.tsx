import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { Button } from '../button.tsx';
import styles from './copy-button.module.css';

/** How long the button shows a tick after copying. */
const shownMs = 2_000;

interface CopyButtonProps {
  text: string;
  /** The accessible name, if the contents do not give it. */
  label?: string;
  copied: string;
  notCopied: string;
  variant?: 'icon' | 'primary' | 'secondary';
  /** True if there is nothing to copy. */
  disabled?: boolean;
  children?: ReactNode;
}

/** Copies a text to the clipboard. A tick on the button and a toast, which screen readers announce, confirm it. */
export function CopyButton({ text, label, copied, notCopied, variant = 'icon', disabled, children }: CopyButtonProps) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), shownMs);
    return () => clearTimeout(timer);
  }, [isDone]);

  const copy = () => {
    writeClipboard(text).then(
      () => {
        setIsDone(true);
        showToast({ kind: 'success', text: copied });
      },
      () => showToast({ kind: 'error', text: notCopied }),
    );
  };
  const mark = (
    <svg className={styles.mark} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {isDone ? <path d="M3 8.5l3.2 3.2L13 5" /> : <path d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7" />}
    </svg>
  );
  const props = { 'data-done': isDone || undefined, 'aria-label': label, disabled, onClick: copy };
  if (variant === 'icon')
    return (
      <button type="button" className={styles.icon} {...props}>
        {mark}
      </button>
    );
  return (
    <Button variant={variant} {...props}>
      {mark}
      {children}
    </Button>
  );
}

/** Rejects if the browser does not allow the page to copy. */
async function writeClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
