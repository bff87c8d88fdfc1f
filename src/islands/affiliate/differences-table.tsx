import type { ComparisonDifference } from '../../lib/contract/affiliate/comparison-calls.ts';
import { formatDay } from '../../lib/format/format-date-time.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import type { Comparison } from '../../stores/affiliate/compare.ts';
import { useList } from '../lists/list-context.ts';
import { MoreButton, useMoreRows } from '../lists/more-rows.tsx';
import styles from './compare.module.css';

const columns = ['line', 'account', 'reason', 'theirs', 'ours'] as const;

/** Where the file and we do not agree, each with the reason. */
export function DifferencesTable({ comparison }: { comparison: Comparison }) {
  const { t, locale } = useList();
  const { differences, different, missing } = comparison;
  const unlisted = different + missing - differences.length;
  const { shown, next, showMore } = useMoreRows(differences);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`affiliate.compare.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((one, index) => (
            <DifferenceRow key={index} difference={one} />
          ))}
        </tbody>
      </table>
      {next > 0 && (
        <MoreButton label={t('affiliate.compare.more', { count: formatCount(next, locale) })} onClick={showMore} />
      )}
      {unlisted > 0 && (
        <p className={styles.rest}>{t('affiliate.compare.rest', { count: formatCount(unlisted, locale) })}</p>
      )}
    </>
  );
}

function DifferenceRow({ difference }: { difference: ComparisonDifference }) {
  const { t } = useList();
  const { line, account, reason, theirs, ours } = difference;
  return (
    <tr>
      <td data-column="line">{line ?? '–'}</td>
      <th scope="row" data-column="account">
        <code>{account}</code>
      </th>
      <td data-column="reason">{t(`affiliate.compare.reason.${reason}`)}</td>
      <td data-column="theirs">
        <Side side={theirs} name={t('affiliate.compare.column.theirs')} />
      </td>
      <td data-column="ours">
        <Side side={ours} name={t('affiliate.compare.column.ours')} />
      </td>
    </tr>
  );
}

function Side({ side, name }: { side: ComparisonDifference['ours']; name: string }) {
  const { t, locale } = useList();
  const day = (at: string | null) => (at === null ? '–' : formatDay(at, locale));
  return (
    <>
      <span className={styles.sideName}>{name}</span>
      {side === null ? (
        <span className={styles.nothing}>–</span>
      ) : (
        <>
          <span>{t('affiliate.compare.opened', { date: day(side.created_at) })}</span>
          <span>{t('affiliate.compare.deposited', { date: day(side.first_deposit) })}</span>
        </>
      )}
    </>
  );
}
