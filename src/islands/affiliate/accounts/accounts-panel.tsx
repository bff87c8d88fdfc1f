import { useStore } from '@nanostores/react';
import { useId, useRef } from 'react';
import type { AccountChoice } from '../../../lib/affiliates/account-choice.ts';
import { everyAccount } from '../../../lib/affiliates/account-choice.ts';
import { $affiliateAccounts, showAccounts, showAccountsPage } from '../../../stores/affiliate/accounts.ts';
import { useList } from '../../lists/list-context.ts';
import { ListEmpty, ListFailure, ListSkeleton } from '../../lists/list-state.tsx';
import { Button } from '../../shared/button.tsx';
import { AccountsPager } from './accounts-pager.tsx';
import { AccountsTable } from './accounts-table.tsx';
import styles from './accounts.module.css';
import { ExportButton } from './export-button.tsx';
import { SortChoice } from './sort-choice.tsx';

interface AccountsPanelProps {
  choice: AccountChoice;
  onChoose: (choice: AccountChoice) => void;
  /** Leads to where links are made. */
  onLinks: () => void;
}

/** The chosen accounts, a page at a time. */
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
