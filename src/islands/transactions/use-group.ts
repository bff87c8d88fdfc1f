import { useEffect, useState } from 'react';
import { brand } from '../../brand.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { isTransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { useList } from '../lists/list-context.ts';

export interface GroupLink {
  group: TransactionGroup;
  href: string;
}

/**
 * The group that is shown: the address's at first, then what is chosen here and by the browser's history. All groups were loaded
 * with the page: no other page has to be.
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
