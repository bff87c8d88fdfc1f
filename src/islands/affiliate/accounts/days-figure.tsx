import type { PointerEvent } from 'react';
import { useId, useMemo, useState } from 'react';
import type { Day, Grain } from '../../../lib/affiliates/day-columns.ts';
import { dayColumns, grains, likelyGrain, roundTop, withPeriod } from '../../../lib/affiliates/day-columns.ts';
import type { AffiliateFilter } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import { formatDay } from '../../../lib/format/format-date-time.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { useList } from '../../lists/list-context.ts';
import { MoreButton, useMoreRows } from '../../lists/list-state.tsx';
import styles from './days-figure.module.css';

interface DaysFigureProps {
  /** Null until they are loaded. */
  days: readonly Day[] | null;
  /** The days that were asked for; null means all. */
  period: AffiliateFilter | null;
}

/** Shows when accounts were opened and when first deposits arrived, as a chart and as a table. */
export function DaysFigure({ days, period }: DaysFigureProps) {
  const { t } = useList();
  const titleId = useId();
  const name = useId();
  const [chosen, setChosen] = useState<{ grain: Grain; asked: string } | null>(null);
  const [isTable, setIsTable] = useState(false);
  const shown = useMemo(() => withPeriod(days ?? [], period), [days, period]);
  // A grain chosen for a different period is dropped: here it could produce a single column, or a thousand.
  const asked = period ? `${period.from} ${period.until}` : '';
  const grain = chosen?.asked === asked ? chosen.grain : likelyGrain(shown);
  const columns = useMemo(() => dayColumns(shown, grain), [shown, grain]);
  return (
    <section className={styles.figure} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{t('affiliate.days.title')}</h2>
        <fieldset className={styles.grains}>
          <legend className="visually-hidden">{t('affiliate.days.grain')}</legend>
          {grains.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name={name}
                checked={each === grain}
                onChange={() => setChosen({ grain: each, asked })}
              />
              <span>{t(`affiliate.days.${each}`)}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {days === null ? (
        <div className={styles.waiting} aria-hidden="true" />
      ) : columns.length === 0 ? (
        <p className={styles.empty}>{t('affiliate.days.empty')}</p>
      ) : (
        <>
          <DaysChart columns={columns} grain={grain} />
          <details className={styles.table} onToggle={({ currentTarget }) => setIsTable(currentTarget.open)}>
            <summary>{t('affiliate.days.table')}</summary>
            {isTable && <DaysTable key={grain} columns={columns} grain={grain} />}
          </details>
        </>
      )}
    </section>
  );
}

/** Height of the drawing, which is stretched to fit. */
const height = 100;

/** Limits the width of bars: with fewer columns, bars are as wide as with this many. */
const fewestColumns = 12;

/**
 * Bars for accounts, with narrower bars for first deposits in front. They differ in width and lightness, not only in
 * colour.
 */
function DaysChart({ columns, grain }: { columns: readonly Day[]; grain: Grain }) {
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
  const labelStyle = { minWidth: `${100 / columns.length}%` };
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
        {Object.entries({ top, half: top / 2, zero: 0 }).map(([nth, value]) => (
          <span key={nth} className={styles[nth]} aria-hidden="true">
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
        <span style={labelStyle}>{name(first)}</span>
        {columns.length > 1 && <span style={labelStyle}>{name(last)}</span>}
      </p>
    </div>
  );
}

/**
 * One SVG path for all bars. `shares` are their heights from 0 to 1; `width` is the share of its column that each bar
 * fills.
 */
function bars(shares: readonly number[], width: number): string {
  return shares
    .map((share, index) => {
      if (share === 0) return '';
      const tall = Math.max(1, share * height);
      return `M${(index + (1 - width) / 2).toFixed(2)} ${(height - tall).toFixed(2)}h${width.toFixed(3)}V${height}h-${width.toFixed(3)}z`;
    })
    .join('');
}

/** The chart's numbers as a table, for people who cannot see the chart: newest first, without empty days. */
function DaysTable({ columns, grain }: { columns: readonly Day[]; grain: Grain }) {
  const { t, locale } = useList();
  const filled = columns.filter((one) => one.registrations + one.first_deposits > 0).reverse();
  const { shown, next, showMore } = useMoreRows(filled);
  return (
    <>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{t(`affiliate.days.${grain}`)}</th>
            <th scope="col">{t('affiliate.days.registrations')}</th>
            <th scope="col">{t('affiliate.days.firstDeposits')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ day, registrations, first_deposits: deposits }) => (
            <tr key={day}>
              <th scope="row">{formatColumn(day, grain, locale)}</th>
              <td>{formatCount(registrations, locale)}</td>
              <td>{formatCount(deposits, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next > 0 && (
        <MoreButton label={t('affiliate.days.more', { count: formatCount(next, locale) })} onClick={showMore} />
      )}
    </>
  );
}

/** The label of a column: its day, the first day of its week, or its month. */
function formatColumn(day: string, grain: Grain, locale: string): string {
  if (grain !== 'month') return formatDay(day, locale);
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return month.format(new Date(day));
}
