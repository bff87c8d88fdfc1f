import { useTerminal } from '../terminal-context.ts';
import styles from './table.module.css';

/** In the shape of the rows that come. */
export function TableSkeleton() {
  const { t } = useTerminal();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: 3 }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  );
}
