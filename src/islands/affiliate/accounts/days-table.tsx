import type { Day, Grain } from '../../../lib/affiliates/day-columns.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { useList } from '../../lists/list-context.ts';
import { MoreButton, useMoreRows } from '../../lists/more-rows.tsx';
import { formatColumn } from './format-column.ts';
import styles from './days-table.module.css';

/** The chart's numbers for those who do not see it, newest first and without the empty days. */
export function DaysTable({ columns, grain }: { columns: readonly Day[]; grain: Grain }) {
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
