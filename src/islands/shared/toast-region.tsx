import { useStore } from '@nanostores/react';
import { $toasts, hideToast } from '../../stores/toasts.ts';
import styles from './toast-region.module.css';

/**
 * The toasts, rendered once in the page and once in each modal dialog: everything outside an open dialog is behind its
 * backdrop and is not announced.
 */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const toasts = useStore($toasts);
  return (
    <div className={styles.region} role="region" aria-label={label} aria-live="polite">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={styles.toast} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
          <span>{text}</span>
          <button type="button" aria-label={closeLabel} onClick={() => hideToast(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
