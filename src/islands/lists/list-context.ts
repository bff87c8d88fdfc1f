import { createContext } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';
import { useRequired } from '../shared/use-required.ts';

/** Values that every part of a list page needs. */
export interface ListContextValue {
  /** Keys start with their namespace: `transactions.…`, `problems.…`, `common.…`. */
  t: Translate;
  locale: string;
  /** ISO 4217. */
  currency: string;
  /** The deposit page, on pages that link to it. */
  depositPath?: string | undefined;
}

export const ListContext = createContext<ListContextValue | null>(null);

export function useList(): ListContextValue {
  return useRequired(ListContext);
}
