import type { PointerEvent } from 'react';
import { useMemo, useState } from 'react';
import type { Day, Grain } from '../../../lib/affiliates/day-columns.ts';
import { roundTop } from '../../../lib/affiliates/day-columns.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { useList } from '../../lists/list-context.ts';
import styles from './days-figure.module.css';
import { formatColumn } from './format-column.ts';

/** Of the drawing; it is stretched to its place. */
const height = 100;

/** Fewer columns have bars no wider than these. */
const fewestColumns = 12;

/** Bars of accounts with narrower bars of first deposits before them; the two differ in width and in lightness, not by colour alone. */
export function DaysChart({ columns, grain }: { columns: readonly Day[]; grain: Grain }) {
  const { t, locale } = useList();
  const [pointed, setPointed] = useState<Day | null>(null);
  const top = roundTop(Math.max(1, ...columns.map((one) => Math.max(one.registrations, one.first_deposits))));
  const paths = useMemo(() => {
    const share = Math.min(1, columns.length / fewestColumns);
    return {
      registrations: bars(
        columns.map((one) => one.registrations / top),
        0.84 * share,
      ),
      deposits: bars(
        columns.map((one) => one.first_deposits / top),
        0.4 * share,
      ),
    };
  }, [columns, top]);
  const count = (value: number) => formatCount(value, locale);
  const [first, last] = [columns[0], columns.at(-1)];
  const sum = (of: 'registrations' | 'first_deposits') => count(columns.reduce((total, one) => total + one[of], 0));
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(columns[Math.floor(((clientX - left) / width) * columns.length)] ?? null);
  };
  const name = (one: Day | undefined) => (one ? formatColumn(one.day, grain, locale) : '');
  const wide = { minWidth: `${100 / columns.length}%` };
  const label = t('affiliate.days.summary', {
    ...{ from: name(first), until: name(last) },
    ...{ registrations: sum('registrations'), deposits: sum('first_deposits') },
  });
  return (
    <div className={styles.chart}>
      <p className={styles.legend} aria-hidden="true">
        <span data-series="registrations">
          {t('affiliate.days.registrations')} {pointed && <b>{count(pointed.registrations)}</b>}
        </span>
        <span data-series="deposits">
          {t('affiliate.days.firstDeposits')} {pointed && <b>{count(pointed.first_deposits)}</b>}
        </span>
        <span className={styles.pointed}>{pointed && name(pointed)}</span>
      </p>
      <div className={styles.plot}>
        {Object.entries({ top, half: top / 2, zero: 0 }).map(([place, value]) => (
          <span key={place} className={styles[place]} aria-hidden="true">
            {count(value)}
          </span>
        ))}
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${columns.length} ${height}`}
          preserveAspectRatio="none"
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
        >
          <path className={styles.grid} d={`M0 .5H${columns.length}M0 50H${columns.length}M0 99.5H${columns.length}`} />
          <path className={styles.registrations} d={paths.registrations} />
          <path className={styles.deposits} d={paths.deposits} />
        </svg>
      </div>
      <p className={styles.span} aria-hidden="true">
        <span style={wide}>{name(first)}</span>
        {columns.length > 1 && <span style={wide}>{name(last)}</span>}
      </p>
    </div>
  );
}

/** One path for all bars: shares of the height, each bar so wide of its column. */
function bars(shares: readonly number[], width: number): string {
  return shares
    .map((share, index) => {
      if (share === 0) return '';
      const tall = Math.max(1, share * height);
      return `M${(index + (1 - width) / 2).toFixed(2)} ${(height - tall).toFixed(2)}h${width.toFixed(3)}V${height}h-${width.toFixed(3)}z`;
    })
    .join('');
}
