import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { AccountChoice } from '../../../lib/affiliates/account-choice.ts';
import type { AffiliateMask, AffiliateSummary } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { $affiliateSummary, showAccounts, showSummary } from '../../../stores/affiliate/accounts.ts';
import { useList } from '../../lists/list-context.ts';
import { ListFailure } from '../../lists/list-state.tsx';
import { AccountsPanel } from './accounts-panel.tsx';
import styles from './accounts.module.css';
import { ChoiceForm } from './choice-form.tsx';
import { CountriesTable } from './countries-table.tsx';
import { DaysFigure } from './days-figure.tsx';

interface AccountsViewProps {
  choice: AccountChoice;
  onChoose: (choice: AccountChoice) => void;
  masked: AffiliateMask;
  onLinks: () => void;
}

/** The form that chooses accounts, the totals of the chosen accounts, and their list. */
export function AccountsView({ choice, onChoose, masked, onLinks }: AccountsViewProps) {
  const { filter, search } = choice;
  useEffect(() => void showAccounts(choice), [choice]);
  // Sorting the list does not change its totals.
  useEffect(() => void showSummary({ filter, search }), [filter, search]);
  return (
    <>
      <ChoiceForm choice={choice} onChoose={onChoose} masked={masked} />
      <Figures period={filter} onRetry={() => void showSummary(choice)} />
      <AccountsPanel choice={choice} onChoose={onChoose} onLinks={onLinks} />
    </>
  );
}

function Figures({ period, onRetry }: { period: AccountChoice['filter']; onRetry: () => void }) {
  const { t } = useList();
  const state = useStore($affiliateSummary);
  if (state.status === 'failed')
    return (
      <div className={styles.panel}>
        <ListFailure text={t('affiliate.totals.failed')} retryLabel={t('affiliate.retry')} onRetry={onRetry} />
      </div>
    );
  const summary = state.status === 'ready' ? state.summary : null;
  return (
    <div className={styles.figures} aria-busy={state.status === 'loading' || state.isBusy}>
      <Totals summary={summary} />
      <div className={styles.pictures}>
        <DaysFigure days={summary?.days ?? null} period={period} />
        <CountriesTable countries={summary?.countries ?? null} />
      </div>
    </div>
  );
}

/** The totals of the chosen accounts. A skeleton while the summary is null. */
function Totals({ summary }: { summary: AffiliateSummary | null }) {
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
