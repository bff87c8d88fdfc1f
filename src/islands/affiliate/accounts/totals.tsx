import type { AffiliateSummary } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { useList } from '../../lists/list-context.ts';
import styles from './totals.module.css';

/** What the chosen accounts come to. Without a summary: its shape. */
export function Totals({ summary }: { summary: AffiliateSummary | null }) {
  const { t, locale } = useList();
  const figures = [
    ['accounts', summary && formatCount(summary.total, locale)],
    ['firstDeposits', summary && formatCount(summary.first_deposits, locale)],
    ['conversion', summary && wholePercent(summary.conversion, locale)],
    ['notCounted', summary && formatCount(summary.not_counted, locale)],
  ] as const;
  return (
    <dl className={styles.totals}>
      {figures.map(([name, value]) => (
        <div key={name} data-total={name}>
          <dt>{t(`affiliate.totals.${name}`)}</dt>
          <dd className={styles.value}>{value ?? <span className={styles.waiting} aria-hidden="true" />}</dd>
          <dd className={styles.note}>{t(`affiliate.totals.notes.${name}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

function wholePercent(percent: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(percent / 100);
}
