import { useTerminal } from '../terminal-context.ts';
import { handOnFocus } from './hand-on-focus.ts';
import styles from './tool-lists.module.css';

/** Removes one item of a tool's list. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTerminal();
  return (
    <button
      ref={handOnFocus}
      type="button"
      className={styles.remove}
      data-remove
      aria-label={t('platform.chart.tools.removeNamed', { name })}
      onClick={onRemove}
    >
      ×
    </button>
  );
}
