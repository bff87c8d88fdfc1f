import { createContext, use } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';

/** What every part of a page of lists needs. */
export interface ListContextValue {
  /** Keys start with their namespace: `transactions.…`, `problems.…`, `common.…`. */
  t: Translate;
  locale: string;
  /** ISO 4217. */
  currency: string;
}

export const ListContext = createContext<ListContextValue | null>(null);

export function useList(): ListContextValue {
  const value = use(ListContext);
  if (!value) throw new Error('the list is not mounted');
  return value;
}
