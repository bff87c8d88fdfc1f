import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';

/** An address is not left without another list. */
const follow = () => () => undefined;
const namedInAddress = () => new URLSearchParams(location.search).get('transaction');

/**
 * Leads to the row that the address names (`?transaction=<id>`), as links of mails do: `linked` is opened as the list comes, it is scrolled to,
 * and the keyboard is on it. `least` rows have to be drawn for it. An id that is not in the list leads nowhere.
 */
export function useLinkedRow(transactions: readonly Transaction[]) {
  const linked = useSyncExternalStore(follow, namedInAddress, () => null);
  const [least] = useState(() => transactions.findIndex(({ transaction_id: id }) => id === linked) + 1);
  const rows = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (linked === null) return;
    const row = rows.current?.querySelector(`[data-transaction="${CSS.escape(linked)}"]`);
    row?.querySelector('button')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }, [linked]);
  return { linked, least, rows };
}
