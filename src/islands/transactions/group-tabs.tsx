import type { MouseEvent } from 'react';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../lib/format/format-number.ts';
import { transactionsOf } from '../../lib/transactions/sort-transactions.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import type { TransactionsState } from '../../stores/transactions/transactions.ts';
import { useList } from '../lists/list-context.ts';
import { isPlainClick } from '../shared/page/is-plain-click.ts';
import styles from './group-tabs.module.css';
import type { GroupLink } from './use-group.ts';

interface GroupTabsProps {
  group: TransactionGroup;
  links: readonly GroupLink[];
  state: TransactionsState;
  onChoose: (group: TransactionGroup) => void;
}

/** The groups as links: each is a page of its own, and is shown without loading it where it is followed plainly. */
export function GroupTabs({ group, links, state, onChoose }: GroupTabsProps) {
  const { t, locale } = useList();
  const current = useRef<HTMLAnchorElement>(null);
  // Of four tabs on a narrow screen the chosen one may be beyond the edge, at the latest when their counts come.
  useEffect(() => {
    const tab = current.current;
    const strip = tab?.parentElement;
    if (tab && strip) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [group, state.status]);

  const follow = (event: MouseEvent, chosen: TransactionGroup) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onChoose(chosen);
  };
  return (
    <nav className={styles.tabs} aria-label={t('transactions.tabs.label')}>
      {links.map(({ group: each, href }) => (
        <a
          key={each}
          ref={each === group ? current : undefined}
          href={href}
          aria-current={each === group ? 'page' : undefined}
          onClick={(event) => follow(event, each)}
        >
          {t(`transactions.tabs.${each}`)}
          {state.status === 'ready' && (
            <span className={styles.count}>{formatCount(transactionsOf(state.transactions, each).length, locale)}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
