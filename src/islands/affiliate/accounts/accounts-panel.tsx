import { useStore } from '@nanostores/react';
import { useId, useRef, useState } from 'react';
import type { AccountChoice } from '../../../lib/affiliates/account-choice.ts';
import { everyAccount } from '../../../lib/affiliates/account-choice.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import type { AccountsState } from '../../../stores/affiliate/accounts.ts';
import {
  $affiliateAccounts,
  $affiliateSummary,
  accountsPageSize,
  showAccounts,
  showAccountsPage,
  exportAccountsFile,
} from '../../../stores/affiliate/accounts.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useList } from '../../lists/list-context.ts';
import { ListEmpty, ListFailure, ListSkeleton } from '../../lists/list-state.tsx';
import { Button } from '../../shared/button.tsx';
import { saveFile } from '../../shared/export/save-file.ts';
import { AccountsTable } from './accounts-table.tsx';
import styles from './accounts.module.css';

interface AccountsPanelProps {
  choice: AccountChoice;
  onChoose: (choice: AccountChoice) => void;
  /** Opens the view in which affiliates create links. */
  onLinks: () => void;
}

/** The accounts that match the choice, one page at a time. */
export function AccountsPanel({ choice, onChoose, onLinks }: AccountsPanelProps) {
  const { t } = useList();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const state = useStore($affiliateAccounts);
  const isAll = choice.filter === null && choice.search === '';
  const turn = (page: number) => {
    void showAccountsPage(page);
    title.current?.scrollIntoView({ block: 'start' });
  };
  const hasRows = state.status === 'ready' && state.rows.length > 0;
  return (
    <section className={styles.panel} aria-labelledby={titleId} aria-busy={state.status === 'ready' && state.isBusy}>
      <div className={styles.head}>
        <h2 ref={title} id={titleId}>
          {t('affiliate.list.title')}
        </h2>
        {hasRows && <SortChoice choice={choice} onChoose={onChoose} />}
        {hasRows && <ExportButton choice={choice} />}
      </div>
      {state.status === 'loading' && <ListSkeleton rows={8} />}
      {state.status === 'failed' && (
        <ListFailure
          text={t('affiliate.list.failed', { problem: t(`problems.${state.problem}`) })}
          retryLabel={t('affiliate.retry')}
          onRetry={() => void showAccounts(choice)}
        />
      )}
      {state.status === 'ready' && !hasRows && (
        <ListEmpty
          title={t(isAll ? 'affiliate.list.empty.title' : 'affiliate.list.none.title')}
          text={t(isAll ? 'affiliate.list.empty.text' : 'affiliate.list.none.text')}
        >
          {isAll ? (
            <Button onClick={onLinks}>{t('affiliate.list.empty.links')}</Button>
          ) : (
            <Button onClick={() => onChoose({ ...everyAccount, sort: choice.sort, order: choice.order })}>
              {t('affiliate.list.none.all')}
            </Button>
          )}
        </ListEmpty>
      )}
      {state.status === 'ready' && hasRows && (
        <>
          <AccountsTable rows={state.rows} choice={choice} onChoose={onChoose} />
          <AccountsPager state={state} onTurn={turn} />
        </>
      )}
    </section>
  );
}

interface AccountsPagerProps {
  state: Extract<AccountsState, { status: 'ready' }>;
  onTurn: (page: number) => void;
}

/** The range of accounts on this page, and the buttons for the next and previous page. */
function AccountsPager({ state, onTurn }: AccountsPagerProps) {
  const { t, locale } = useList();
  const { page, rows, isLast, isBusy, problem } = state;
  const summary = useStore($affiliateSummary);
  const count = (value: number) => formatCount(value, locale);
  const from = page * accountsPageSize + 1;
  const until = page * accountsPageSize + rows.length;
  const all = summary.status === 'ready' ? summary.summary.total + summary.summary.not_counted : null;
  // The page and the total are read at different times, so an account may have been added in between.
  const range =
    all === null || all < until
      ? t('affiliate.pages.range', { from: count(from), until: count(until) })
      : t('affiliate.pages.rangeOf', { from: count(from), until: count(until), total: count(all) });
  const step = (name: 'previous' | 'next', to: number, isThere: boolean) => (
    // Not `disabled`: a button that is disabled on reaching the last page would lose the focus.
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

const sorts = ['created_at-desc', 'created_at-asc', 'first_deposit-desc', 'first_deposit-asc'] as const;

interface SortChoiceProps {
  choice: AccountChoice;
  onChoose: (choice: AccountChoice) => void;
}

/** Sort control for the card layout, which has no column headings. */
function SortChoice({ choice, onChoose }: SortChoiceProps) {
  const { t } = useList();
  return (
    <label className={styles.sort}>
      <span>{t('affiliate.sort.label')}</span>
      <select
        value={`${choice.sort}-${choice.order}`}
        onChange={({ target }) => {
          const [sort, order] = target.value.split('-') as [AccountChoice['sort'], AccountChoice['order']];
          onChoose({ ...choice, sort, order });
        }}
      >
        {sorts.map((each) => (
          <option key={each} value={each}>
            {t(`affiliate.sort.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Exports all accounts that match the choice, not only those on the current page. */
function ExportButton({ choice }: { choice: AccountChoice }) {
  const { t } = useList();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    const exported = await exportAccountsFile(choice);
    setIsBusy(false);
    if (!exported.ok) {
      const problem = t(`problems.${exported.problem.code}`);
      showToast({ kind: 'error', text: t('affiliate.export.failed', { problem }) });
      return;
    }
    const name = `accounts-${new Date().toISOString().slice(0, 10)}.csv`;
    saveFile({ name, content: exported.file, type: 'text/csv' });
    showToast({ kind: 'success', text: t('affiliate.export.done', { file: name }) });
  };
  return (
    <Button isLoading={isBusy} onClick={() => void save()}>
      {t('affiliate.export.action')}
    </Button>
  );
}
