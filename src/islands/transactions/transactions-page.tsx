import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { transactionGroups } from '../../lib/transactions/transaction-types.ts';
import { followTransactionLists } from '../../stores/account-lists/follow-transaction-lists.ts';
import { $transactions, loadTransactions } from '../../stores/transactions/transactions.ts';
import { useList } from '../lists/list-context.ts';
import { ListPage } from '../lists/list-page.tsx';
import { ListFailure, ListSkeleton } from '../lists/list-state.tsx';
import { GroupPanel } from './group-panel.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { ChangesNote } from './changes-note.tsx';
import { StatementSection } from './statement-section.tsx';
import { SwipeHint } from './swipe.tsx';
import styles from './transactions.module.css';
import type { GroupLink } from './use-group.ts';
import { useGroup } from './use-group.ts';
import { useSwipe } from './use-swipe.ts';

interface TransactionsPageProps {
  group: TransactionGroup;
  links: readonly GroupLink[];
  shortcuts: Partial<Record<TransactionGroup, string>>;
}

/** What was paid in and out, a page for each group. */
export function TransactionsPage({ group: first, links, shortcuts }: TransactionsPageProps) {
  const { t } = useList();
  const state = useStore($transactions, { ssr: 'initial' });
  const [group, choose] = useGroup(first, links);
  useEffect(() => followTransactionLists(), []);
  const swipe = useSwipe((step) => {
    const next = transactionGroups[transactionGroups.indexOf(group) + step];
    if (next) choose(next);
  });
  return (
    <ListPage title={t('transactions.title')} lead={t('transactions.lead')}>
      <StatementSection />
      <div className={styles.tabs}>
        <GroupTabs group={group} links={links} state={state} onChoose={choose} />
        <SwipeHint />
      </div>
      <div className={styles.swiped} {...swipe}>
        <section key={group} className={styles.panel} aria-label={t(`transactions.tabs.${group}`)}>
          {state.status === 'loading' && <ListSkeleton />}
          {state.status === 'failed' && (
            <ListFailure
              text={t('transactions.failed')}
              retryLabel={t('transactions.retry')}
              onRetry={loadTransactions}
            />
          )}
          {state.status === 'ready' && (
            <GroupPanel group={group} transactions={state.transactions} shortcut={shortcuts[group]} />
          )}
        </section>
      </div>
      <ChangesNote />
    </ListPage>
  );
}
