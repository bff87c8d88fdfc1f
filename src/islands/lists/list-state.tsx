import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../shared/button.tsx';
import { useRetry } from '../shared/use-retry.ts';
import { useList } from './list-context.ts';
import styles from './list.module.css';

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

/** Says that a list could not be loaded. The pressed button stays, and each further failure is read out. */
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

/** Thousands of rows would keep a phone busy for seconds: so many come at a time. */
const rowsAtATime = 100;

/** The first rows of a list, at least `least`, and how to show more. A new `key` of its component begins again. */
export function useMoreRows<Row>(rows: readonly Row[], least = 0) {
  const [wanted, setWanted] = useState(rowsAtATime);
  const count = Math.max(wanted, least);
  const rest = rows.length - count;
  return {
    shown: rows.slice(0, count),
    /** How many the next step shows. */
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
