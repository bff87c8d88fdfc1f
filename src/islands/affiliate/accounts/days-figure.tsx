import { useId, useMemo, useState } from 'react';
import type { Day, Grain } from '../../../lib/affiliates/day-columns.ts';
import { dayColumns, grains, likelyGrain, withPeriod } from '../../../lib/affiliates/day-columns.ts';
import type { AffiliateFilter } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import { useList } from '../../lists/list-context.ts';
import styles from './days-figure.module.css';
import { DaysChart } from './days-chart.tsx';
import { DaysTable } from './days-table.tsx';

interface DaysFigureProps {
  /** Null: not known yet. */
  days: readonly Day[] | null;
  /** The days that were asked for; null: all. */
  period: AffiliateFilter | null;
}

/** When accounts were opened and first deposits came: a picture, and the same as a table. */
export function DaysFigure({ days, period }: DaysFigureProps) {
  const { t } = useList();
  const titleId = useId();
  const name = useId();
  const [chosen, setChosen] = useState<{ grain: Grain; asked: string } | null>(null);
  const [isTable, setIsTable] = useState(false);
  const shown = useMemo(() => withPeriod(days ?? [], period), [days, period]);
  // What was chosen of other days would make one column of these, or a thousand.
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
