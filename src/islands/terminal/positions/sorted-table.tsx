import type { ReactNode } from 'react';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import cards from './cards.module.css';
import { SortChoice, SortHead } from './sort-head.tsx';
import type { SortProps } from './sort-head.tsx';
import styles from './table.module.css';

interface SortedTableProps<Sort extends string> extends SortProps<Sort> {
  name: 'open' | 'history';
  /** With the head; none where all rows are in the table. */
  rowCount?: number | undefined;
  isBusy?: boolean;
  /** Its body. */
  children: ReactNode;
}

/** A table of positions that its reader puts in order: cards on a narrow screen. */
export function SortedTable<Sort extends string>({
  name,
  rowCount,
  isBusy,
  children,
  ...sort
}: SortedTableProps<Sort>) {
  const isNarrow = useIsNarrow();
  return (
    <>
      {isNarrow && <SortChoice {...sort} />}
      <table className={`${styles.table} ${cards.cards}`} data-table={name} aria-rowcount={rowCount} aria-busy={isBusy}>
        <SortHead {...sort} />
        {children}
      </table>
    </>
  );
}
