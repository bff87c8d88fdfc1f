import { useStore } from '@nanostores/react';
import { formatCount } from '../../../lib/format/format-number.ts';
import type { AccountsState } from '../../../stores/affiliate/accounts.ts';
import { accountsPageSize } from '../../../stores/affiliate/accounts.ts';
import { $affiliateSummary } from '../../../stores/affiliate/summary.ts';
import { useList } from '../../lists/list-context.ts';
import styles from './accounts.module.css';

interface AccountsPagerProps {
  state: Extract<AccountsState, { status: 'ready' }>;
  onTurn: (page: number) => void;
}

/** Which of the chosen accounts are shown, and the way to the others. */
export function AccountsPager({ state, onTurn }: AccountsPagerProps) {
  const { t, locale } = useList();
  const { page, rows, isLast, isBusy, problem } = state;
  const summary = useStore($affiliateSummary);
  const count = (value: number) => formatCount(value, locale);
  const from = page * accountsPageSize + 1;
  const until = page * accountsPageSize + rows.length;
  const all = summary.status === 'ready' ? summary.summary.total + summary.summary.not_counted : null;
  // The two are not of one moment: somebody may have come in between.
  const range =
    all === null || all < until
      ? t('affiliate.pages.range', { from: count(from), until: count(until) })
      : t('affiliate.pages.rangeOf', { from: count(from), until: count(until), total: count(all) });
  const step = (name: 'previous' | 'next', to: number, isThere: boolean) => (
    // Not `disabled`: the last page must not take the focus away from who came there by it.
    <button type="button" aria-disabled={!isThere || isBusy} onClick={() => isThere && !isBusy && onTurn(to)}>
      {t(`affiliate.pages.${name}`)}
    </button>
  );
  return (
    <nav className={styles.pager} aria-label={t('affiliate.pages.label')}>
      <p role="status">{range}</p>
      {problem !== null && (
        <p role="alert" className={styles.pageFault}>
          {t('affiliate.pages.failed', { problem: t(`problems.${problem}`) })}
        </p>
      )}
      {(page > 0 || !isLast) && step('previous', page - 1, page > 0)}
      {(page > 0 || !isLast) && step('next', page + 1, !isLast)}
    </nav>
  );
}
