import { useMemo } from 'react';
import { brand } from '../../brand.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { createTranslate } from '../../lib/i18n/translate.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { ListContext } from '../lists/list-context.ts';
import { TransactionsPage } from './transactions-page.tsx';
import type { GroupLink } from './use-group.ts';

interface TransactionsIslandProps {
  group: TransactionGroup;
  /** A page for each group, in the language of this one. */
  links: readonly GroupLink[];
  /** Where money is paid in and asked for, by the group. */
  shortcuts: Partial<Record<TransactionGroup, string>>;
  locale: string;
  /** By namespace: transactions, tracker, statements, problems, common. */
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
