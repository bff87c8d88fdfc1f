import type { MouseEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { brand } from '../../brand.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import { transactionsOf } from '../../lib/transactions/transaction-list.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { isTransactionGroup } from '../../lib/transactions/transaction-types.ts';
import type { TransactionsState } from '../../stores/payments/transactions.ts';
import { useList } from '../lists/list-context.ts';
import { isPlainClick } from '../shared/is-plain-click.ts';
import styles from './group-tabs.module.css';

interface GroupTabsProps {
  group: TransactionGroup;
  links: readonly GroupLink[];
  state: TransactionsState;
  onChoose: (group: TransactionGroup) => void;
}

/** The groups as links. Each has its own page, but a plain click shows the group without loading that page. */
export function GroupTabs({ group, links, state, onChoose }: GroupTabsProps) {
  const { t, locale } = useList();
  const current = useRef<HTMLAnchorElement>(null);
  // On a narrow screen the selected tab may be out of view, at the latest once the counts have widened the four tabs.
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

export interface GroupLink {
  group: TransactionGroup;
  href: string;
}

/**
 * The group that is shown: at first the one in the URL, later the one chosen in the tabs or through the browser's
 * history. All groups are loaded at once, so switching loads no page.
 */
export function useGroup(
  first: TransactionGroup,
  links: readonly GroupLink[],
): [TransactionGroup, (group: TransactionGroup) => void] {
  const { t } = useList();
  const [group, setGroup] = useState(first);

  useEffect(() => {
    const follow = () => {
      const named = location.pathname.split('/').at(-1);
      if (isTransactionGroup(named)) setGroup(named);
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  useEffect(() => {
    document.title = `${t(`transactions.tabs.${group}`)} · ${t('transactions.title')} · ${brand.name}`;
  }, [group, t]);

  const choose = (next: TransactionGroup) => {
    const href = links.find((link) => link.group === next)?.href;
    if (href === undefined || next === group) return;
    history.pushState(null, '', href);
    setGroup(next);
  };
  return [group, choose];
}
