import { useId, useState } from 'react';
import type { AffiliateSummary } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { useList } from '../../lists/list-context.ts';
import { MoreButton } from '../../lists/list-state.tsx';
import styles from './countries-table.module.css';

/** The rest are shown on request: a longer table would be taller than the chart beside it. */
const shownAtFirst = 6;

/**
 * Countries of the chosen accounts, most accounts first, each with its number of accounts per first deposit.
 * `countries` is null until it is loaded.
 */
export function CountriesTable({ countries }: { countries: AffiliateSummary['countries'] | null }) {
  const { t, locale } = useList();
  const titleId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const rows = countries ?? [];
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  const perDeposit = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <section className={styles.countries} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('affiliate.countries.title')}</h2>
      {countries?.length === 0 && <p className={styles.empty}>{t('affiliate.countries.empty')}</p>}
      {countries === null && <div className={styles.waiting} aria-hidden="true" />}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('affiliate.countries.country')}</th>
              <th scope="col">{t('affiliate.countries.accounts')}</th>
              <th scope="col">{t('affiliate.countries.firstDeposits')}</th>
              <th scope="col">{t('affiliate.countries.perFirstDeposit')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.country ?? ''}>
                <th scope="row">{countryName(row.country, locale) ?? t('affiliate.countries.none')}</th>
                <td>{formatCount(row.total, locale)}</td>
                <td>{formatCount(row.first_deposits, locale)}</td>
                <td>
                  {row.accounts_per_first_deposit === null ? '–' : perDeposit.format(row.accounts_per_first_deposit)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.length < rows.length && (
        <MoreButton
          label={t('affiliate.countries.more', { count: formatCount(rows.length - shown.length, locale) })}
          onClick={() => setIsWhole(true)}
        />
      )}
    </section>
  );
}

const names = new Map<string, Intl.DisplayNames>();

/** The name in the reader's language for a two-letter country code; null if there is no code. */
export function countryName(code: string | null, locale: string): string | null {
  if (code === null) return null;
  const named = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  names.set(locale, named);
  return named.of(code) ?? code;
}
