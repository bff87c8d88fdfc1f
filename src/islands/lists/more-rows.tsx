import { useState } from 'react';
import { Button } from '../shared/button.tsx';
import styles from './list.module.css';

/** Thousands of rows would keep a phone busy for seconds: so many come at a time. */
const rowsAtATime = 100;

/** The beginning of a list, `least` of it, and how to have more of it. It begins again where `key` of its component changes. */
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
