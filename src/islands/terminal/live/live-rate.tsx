import { useCallback } from 'react';
import { useTerminal } from '../terminal-context.ts';
import { dash, followRate } from './follow-rate.ts';
import type { Side } from './follow-rate.ts';
import styles from './live.module.css';

/** One side of a symbol's live price. */
export function LiveRate({ symbol, side, className = '' }: { symbol: string; side: Side; className?: string }) {
  const { locale } = useTerminal();
  const follow = useCallback((cell: HTMLElement) => followRate(cell, { symbol, side, locale }), [symbol, side, locale]);
  return (
    <span ref={follow} className={`${styles.rate} ${className}`}>
      {dash}
    </span>
  );
}
