import type { Referral } from '../../lib/contract/accounts/account-entities.ts';
import { formatDay } from '../../lib/format/format-date-time.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import { useList } from '../lists/list-context.ts';
import { MoreButton, useMoreRows } from '../lists/more-rows.tsx';
import styles from './referrals.module.css';

/** Who came by the link, newest first; on a narrow screen each is a card. */
export function ReferralsTable({ referrals }: { referrals: readonly Referral[] }) {
  const { t, locale } = useList();
  const { shown, next, showMore } = useMoreRows(referrals);
  const total = formatCount(referrals.length, locale);
  return (
    <>
      <h2>
        {t('referrals.people')} <span className={styles.count}>{total}</span>
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('referrals.column.name')}</th>
            <th scope="col">{t('referrals.column.email')}</th>
            <th scope="col">{t('referrals.column.joined')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ full_name: name, email, created_at: at }) => (
            <tr key={email}>
              <th scope="row">{name}</th>
              <td>{email}</td>
              <td>
                <time dateTime={at}>{formatDay(at, locale)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {next > 0 && (
        <MoreButton label={t('referrals.more', { count: formatCount(next, locale), total })} onClick={showMore} />
      )}
    </>
  );
}
