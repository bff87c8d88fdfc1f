import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../shared/button.tsx';
import { useRetry } from '../shared/use-retry.ts';
import { useList } from './list-context.ts';
import styles from './list.module.css';

/** Placeholder rows of the same shape as the real ones. */
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
  /** What failed, and what is not affected. */
  text: string;
  retryLabel: string;
  /** The button is busy until this settles. */
  onRetry: () => unknown;
}

/**
 * Says that a list could not be loaded. The retry button stays in the page, and each further failure is announced
 * again.
 */
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

/** Why the list is empty, and what the reader can do. */
export function ListEmpty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.note}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Rows shown at a time: thousands would keep a phone busy for seconds. */
const rowsAtATime = 100;

/**
 * The first rows of a list, at least `least`, and a function to show more. Give the component a new `key` to start
 * over.
 */
export function useMoreRows<Row>(rows: readonly Row[], least = 0) {
  const [wanted, setWanted] = useState(rowsAtATime);
  const count = Math.max(wanted, least);
  const rest = rows.length - count;
  return {
    shown: rows.slice(0, count),
    /** How many more rows `showMore` shows. */
    next: Math.max(0, Math.min(rest, rowsAtATime)),
    showMore: () => setWanted(count + rowsAtATime),
  };
}

export function MoreButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div className={styles.more}>
      <Button onClick={onClick}>{label}</Button>
    </div>
  );
}
