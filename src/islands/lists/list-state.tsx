import type { ReactNode } from 'react';
import { Button } from '../shared/button.tsx';
import { useList } from './list-context.ts';
import styles from './list.module.css';
import { useRetry } from '../shared/use-retry.ts';

/** In the shape of the rows that come. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  const { t } = useList();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  );
}

interface ListFailureProps {
  /** What happened, and what was not lost. */
  text: string;
  retryLabel: string;
  /** Its button is busy until that is over. */
  onRetry: () => unknown;
}

/** What could not be loaded, until it is: the button that was pressed stays, and who listens is told each time that it failed again. */
export function ListFailure({ text, retryLabel, onRetry }: ListFailureProps) {
  const { isBusy, tries, retry } = useRetry(onRetry);
  return (
    <div className={styles.note} role="alert">
      <p key={tries}>{text}</p>
      <Button isLoading={isBusy} onClick={retry}>
        {retryLabel}
      </Button>
    </div>
  );
}

/** Why there is nothing, and what to do. */
export function ListEmpty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.note}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
