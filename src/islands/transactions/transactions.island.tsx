import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { brand } from '../../brand.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { transactionGroups } from '../../lib/transactions/transaction-types.ts';
import {
  $changedTransactions,
  $transactions,
  followTransactionLists,
  loadTransactions,
} from '../../stores/payments/transactions.ts';
import { ListContext, useList } from '../lists/list-context.ts';
import { ListPage } from '../lists/list-page.tsx';
import { ListFailure, ListSkeleton } from '../lists/list-state.tsx';
import { GroupPanel } from './group-panel.tsx';
import type { GroupLink } from './group-tabs.tsx';
import { GroupTabs, useGroup } from './group-tabs.tsx';
import { StatementSection } from './statement-section.tsx';
import { SwipeHint, useSwipe } from './swipe.tsx';
import styles from './transactions.module.css';

interface TransactionsIslandProps {
  group: TransactionGroup;
  /** Links to the page of each group, in the language of the current page. */
  links: readonly GroupLink[];
  /** Paths of the deposit and withdrawal pages, by group. */
  shortcuts: Partial<Record<TransactionGroup, string>>;
  locale: string;
  /** Texts by namespace: transactions, tracker, statements, problems, common. */
  messages: Messages;
}

export function TransactionsIsland({ messages, locale, ...page }: TransactionsIslandProps) {
  const { deposits: depositPath } = page.shortcuts;
  const value = useMemo(
    () => ({ t: createTranslate(messages), locale, currency: brand.currency, depositPath }),
    [messages, locale, depositPath],
  );
  return (
    <ListContext value={value}>
      <TransactionsPage {...page} />
    </ListContext>
  );
}

interface TransactionsPageProps {
  group: TransactionGroup;
  links: readonly GroupLink[];
  shortcuts: Partial<Record<TransactionGroup, string>>;
}

/** The customer's transactions, with a page for each group. */
function TransactionsPage({ group: first, links, shortcuts }: TransactionsPageProps) {
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

/** If more than this many transactions change at once, they are not announced one by one. */
const mostNamed = 3;

/** Announces changes to screen readers while the page is open; the rows show them to everybody else. */
function ChangesNote() {
  const { t, locale, currency } = useList();
  const changed = useStore($changedTransactions, { ssr: 'initial' });
  // `not_started` only means that the provider is being asked for its page, which is not news.
  const news = changed.filter(({ stage }) => stage !== 'not_started');
  const named = news.slice(0, mostNamed).map(({ amount, transaction_type_id: type, stage }) =>
    t('transactions.changed', {
      type: t(`transactions.type.${type}`),
      amount: formatMoney(Math.abs(amount), locale, currency),
      status: t(`transactions.status.${stage}`),
    }),
  );
  return (
    <p className="visually-hidden" role="status" data-changes>
      {named.join(' ')}
    </p>
  );
}
